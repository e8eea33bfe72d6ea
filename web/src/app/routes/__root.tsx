import { createRootRouteWithContext } from '@tanstack/react-router'

import type { RouterContext } from '../router'
import { Shell } from '../shell/shell'

export const Route = createRootRouteWithContext<RouterContext>()({
  staticData: { openTo: 'everyone' },
  component: Shell,
})
