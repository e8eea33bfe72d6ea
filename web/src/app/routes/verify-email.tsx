import { createFileRoute } from '@tanstack/react-router'

import { VerifyEmailRoute } from '../pages/email-links'

export const Route = createFileRoute('/verify-email')({
  staticData: { openTo: 'everyone' },
  component: VerifyEmailRoute,
})
