import { createFileRoute } from '@tanstack/react-router'

import { ConfirmEmailRoute } from '../pages/email-links'

export const Route = createFileRoute('/confirm-email')({
  staticData: { openTo: 'everyone' },
  component: ConfirmEmailRoute,
})
