import { createFileRoute } from '@tanstack/react-router'

import { CompleteRegistrationRoute } from '../pages/email-links'

export const Route = createFileRoute('/complete-registration')({
  staticData: { openTo: 'everyone' },
  component: CompleteRegistrationRoute,
})
