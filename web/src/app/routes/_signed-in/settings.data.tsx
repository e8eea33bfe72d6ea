import { createFileRoute } from '@tanstack/react-router'

import { OwnDataRoute } from '../../pages/own-data'

export const Route = createFileRoute('/_signed-in/settings/data')({
  staticData: { openTo: 'users' },
  component: OwnDataRoute,
})
