import { createRootRoute } from '@tanstack/react-router'

import { Shell } from '../shell/shell'

export const Route = createRootRoute({ staticData: { openTo: 'everyone' }, component: Shell })
