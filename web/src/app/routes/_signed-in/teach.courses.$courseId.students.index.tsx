import { createFileRoute } from '@tanstack/react-router'

import { readStudentFilters } from '@/features/learning/analytics/filters'

import { StudentsRoute } from '../../pages/analytics'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/students/')({
  validateSearch: readStudentFilters,
  component: StudentsRoute,
})
