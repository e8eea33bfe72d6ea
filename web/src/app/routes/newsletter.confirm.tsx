import { createFileRoute } from '@tanstack/react-router'

import { ConfirmSubscriptionRoute } from '../pages/newsletter'

export const Route = createFileRoute('/newsletter/confirm')({
  staticData: { openTo: 'everyone' },
  component: ConfirmSubscriptionRoute,
})
