import { createFileRoute } from '@tanstack/react-router'

import { SetupRoute } from '../pages/entry'

export const Route = createFileRoute('/setup')({ component: SetupRoute })
