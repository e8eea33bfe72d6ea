import { createFileRoute } from '@tanstack/react-router'

import { WorkloadRoute } from '../../pages/batches'

export const Route = createFileRoute('/_signed-in/teach/_area/batches_/workload')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: WorkloadRoute,
})
