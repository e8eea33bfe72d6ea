import { createFileRoute } from '@tanstack/react-router'

import { readDemoFilters } from '@/features/teaching/demo/filters'

import { TaughtDemosRoute } from '../../pages/demos'

export const Route = createFileRoute('/_signed-in/teach/_area/demos')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: readDemoFilters,
  component: TaughtDemosRoute,
})
