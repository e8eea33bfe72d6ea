import { createFileRoute } from '@tanstack/react-router'

import { ResetPasswordRoute } from '../pages/email-links'

export const Route = createFileRoute('/reset-password')({
  staticData: { openTo: 'everyone' },
  component: ResetPasswordRoute,
})
