import { createFileRoute } from '@tanstack/react-router'

import { OwnApplicationsRoute } from '../../pages/own-applications'

export const Route = createFileRoute('/_signed-in/applications')({
  staticData: { openTo: 'users' },
  component: OwnApplicationsRoute,
})
