import { createFileRoute } from '@tanstack/react-router'

import { readBatchFilters } from '@/features/teaching/batch/filters'

import { CourseBatchesRoute } from '../../pages/batches'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/batches/')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: readBatchFilters,
  component: CourseBatchesRoute,
})
