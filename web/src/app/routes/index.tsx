import { createFileRoute } from '@tanstack/react-router'

import { readFilters } from '@/features/learning/course/filters'

import { HomeRoute } from '../pages/home'

export const Route = createFileRoute('/')({
  staticData: { openTo: 'everyone' },
  validateSearch: readFilters,
  // Before the page is drawn, so that nothing moves when it is.
  loader: () => import('../pages/home-sections'),
  component: HomeRoute,
})
