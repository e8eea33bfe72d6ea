import { createFileRoute } from '@tanstack/react-router'

import { readFilters } from '@/features/learning/course/filters'

import { HomeRoute } from '../pages/home'

export const Route = createFileRoute('/')({
  staticData: { openTo: 'everyone' },
  validateSearch: readFilters,
  component: HomeRoute,
})
