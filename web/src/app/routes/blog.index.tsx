import { createFileRoute } from '@tanstack/react-router'

import { readPostFilters } from '@/features/site/blog/filters'

import { BlogRoute } from '../pages/blog'

export const Route = createFileRoute('/blog/')({
  staticData: { openTo: 'everyone' },
  validateSearch: readPostFilters,
  component: BlogRoute,
})
