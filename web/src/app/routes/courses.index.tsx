import { createFileRoute } from '@tanstack/react-router'

import { readFilters } from '@/features/learning/course/filters'

import { CatalogueRoute } from '../pages/catalogue'

export const Route = createFileRoute('/courses/')({
  staticData: { openTo: 'everyone' },
  validateSearch: readFilters,
  component: CatalogueRoute,
})
