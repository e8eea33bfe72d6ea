import { createFileRoute } from '@tanstack/react-router'

import { LinkRoute } from '../../pages/oauth'

export const Route = createFileRoute('/_signed-in/oauth/link')({
  staticData: { openTo: 'users' },
  component: LinkRoute,
})
