import { createFileRoute } from '@tanstack/react-router'

import { AvailabilityRoute } from '../../pages/availability'

export const Route = createFileRoute('/_signed-in/admin/users/$userId_/availability')({
  staticData: { openTo: ['admin'] },
  component: AvailabilityRoute,
})
