import { createFileRoute } from '@tanstack/react-router'

import { SubmissionsRoute } from '../../pages/assessment'
import { submissionsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/submissions')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: submissionsSearch,
  component: SubmissionsRoute,
})
