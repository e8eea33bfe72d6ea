import { createFileRoute } from '@tanstack/react-router'

import { OwnAvailabilityRoute } from '../../pages/availability'

export const Route = createFileRoute('/_signed-in/teach/_area/availability')({
  staticData: { openTo: ['instructor'] },
  component: OwnAvailabilityRoute,
})
