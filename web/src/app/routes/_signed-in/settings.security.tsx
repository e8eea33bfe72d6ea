import { createFileRoute } from '@tanstack/react-router'

import { SecurityRoute } from '../../pages/security'

export const Route = createFileRoute('/_signed-in/settings/security')({
  staticData: { openTo: 'users' },
  component: SecurityRoute,
})
