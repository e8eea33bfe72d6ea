import { createFileRoute } from '@tanstack/react-router'

import { readLearnerFilters } from '@/features/learning/student/filters'

import { StudentsRoute } from '../../pages/students'

export const Route = createFileRoute('/_signed-in/teach/_area/learners/')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: readLearnerFilters,
  component: StudentsRoute,
})
