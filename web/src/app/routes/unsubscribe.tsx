import { createFileRoute } from '@tanstack/react-router'

import { UnsubscribeRoute } from '../pages/email-links'

export const Route = createFileRoute('/unsubscribe')({
  staticData: { openTo: 'everyone' },
  component: UnsubscribeRoute,
})
