import { createFileRoute } from '@tanstack/react-router'

import { ConfirmEmailRoute } from '../pages/letters'

export const Route = createFileRoute('/confirm-email')({ component: ConfirmEmailRoute })
