import { createFileRoute } from '@tanstack/react-router'

import { WaitingRoute } from '../../pages/assignments'
import { waitingSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/_area/to-grade')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: waitingSearch,
  component: WaitingRoute,
})
