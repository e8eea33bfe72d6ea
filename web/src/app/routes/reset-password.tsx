import { createFileRoute } from '@tanstack/react-router'

import { ResetPasswordRoute } from '../pages/letters'

export const Route = createFileRoute('/reset-password')({ component: ResetPasswordRoute })
