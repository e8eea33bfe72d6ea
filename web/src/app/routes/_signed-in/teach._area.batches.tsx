import { createFileRoute } from '@tanstack/react-router'

import { readBatchFilters } from '@/features/teaching/batch/filters'

import { TaughtBatchesRoute } from '../../pages/batches'

export const Route = createFileRoute('/_signed-in/teach/_area/batches')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: readBatchFilters,
  component: TaughtBatchesRoute,
})
