import { createFileRoute } from '@tanstack/react-router'

import { UnlockRoute } from '../pages/letters'

export const Route = createFileRoute('/unlock')({ component: UnlockRoute })
