import { createFileRoute } from '@tanstack/react-router'

import { OwnProfileRoute } from '../../pages/own-data'

export const Route = createFileRoute('/_signed-in/settings/profile')({
  staticData: { openTo: 'users' },
  component: OwnProfileRoute,
})
