import { createFileRoute } from '@tanstack/react-router'

import { VerifyEmailRoute } from '../pages/letters'

export const Route = createFileRoute('/verify-email')({ component: VerifyEmailRoute })
