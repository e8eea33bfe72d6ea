import { createFileRoute } from '@tanstack/react-router'

import { CallbackRoute } from '../pages/oauth'

export const Route = createFileRoute('/oauth/callback/$provider')({
  staticData: { openTo: 'everyone' },
  component: CallbackRoute,
})
