import { createFileRoute } from '@tanstack/react-router'

import { CompleteRegistrationRoute } from '../pages/letters'

export const Route = createFileRoute('/complete-registration')({ component: CompleteRegistrationRoute })
