import { createFileRoute } from '@tanstack/react-router'

import { NewCourseBatchRoute } from '../../pages/new-batch'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/batches/new')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: NewCourseBatchRoute,
})
