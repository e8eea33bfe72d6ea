import { createFileRoute } from '@tanstack/react-router'

import { readStudentFilters } from '@/features/learning/analytics/filters'

import { LearnersRoute } from '../../pages/learners'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/learners/')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: readStudentFilters,
  component: LearnersRoute,
})
