import { createFileRoute } from '@tanstack/react-router'

import { DemoRoute } from '../pages/demo'

export const Route = createFileRoute('/demo/')({ staticData: { openTo: 'everyone' }, component: DemoRoute })
