import { createFileRoute } from '@tanstack/react-router'

import { UnsubscribeRoute } from '../pages/letters'

export const Route = createFileRoute('/unsubscribe')({ component: UnsubscribeRoute })
