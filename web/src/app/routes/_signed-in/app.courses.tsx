import { createFileRoute } from '@tanstack/react-router'

import { readMyFilters } from '@/features/learning/course/my-filters'

import { MyLearningRoute } from '../../pages/my-learning'

export const Route = createFileRoute('/_signed-in/app/courses')({
  staticData: { openTo: 'users' },
  validateSearch: readMyFilters,
  component: MyLearningRoute,
})
