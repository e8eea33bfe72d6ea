import { createFileRoute } from '@tanstack/react-router'

import { ForgotPasswordPage } from '@/features/people/account/forgot-password-page'

export const Route = createFileRoute('/forgot-password')({
  staticData: { openTo: 'everyone' },
  component: ForgotPasswordPage,
})
