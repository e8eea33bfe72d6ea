import { createFileRoute } from '@tanstack/react-router'

import { AdminHomeRoute } from '../../pages/admin-home'

export const Route = createFileRoute('/_signed-in/admin/')({
  staticData: { openTo: ['admin'] },
  component: AdminHomeRoute,
})
