import { createFileRoute } from '@tanstack/react-router'

import { CallbackRoute } from '../pages/outside'

export const Route = createFileRoute('/oauth/callback/$provider')({ component: CallbackRoute })
