import { createFileRoute } from '@tanstack/react-router'

import { CompleteRegistrationRoute } from '../pages/email-links'

export const Route = createFileRoute('/complete-registration')({ component: CompleteRegistrationRoute })
