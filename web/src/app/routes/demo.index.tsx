import { createFileRoute } from '@tanstack/react-router'

import { readOwnFilters } from '@/features/teaching/demo/filters'

import { DemoRoute } from '../pages/demo'

export const Route = createFileRoute('/demo/')({
  staticData: { openTo: 'everyone' },
  validateSearch: readOwnFilters,
  component: DemoRoute,
})
