import { createFileRoute } from '@tanstack/react-router'

import { JoinRoute } from '../pages/letters'

export const Route = createFileRoute('/join')({ component: JoinRoute })
