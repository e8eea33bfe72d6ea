import { createFileRoute } from '@tanstack/react-router'

import { readDemoFilters } from '@/features/teaching/demo/filters'

import { AdminDemosRoute } from '../../pages/demos'

export const Route = createFileRoute('/_signed-in/admin/demos')({
  staticData: { openTo: ['admin'] },
  validateSearch: readDemoFilters,
  component: AdminDemosRoute,
})
