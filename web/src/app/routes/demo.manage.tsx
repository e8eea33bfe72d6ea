import { createFileRoute } from '@tanstack/react-router'

import { ManageDemoRoute } from '../pages/demo'

export const Route = createFileRoute('/demo/manage')({ staticData: { openTo: 'everyone' }, component: ManageDemoRoute })
