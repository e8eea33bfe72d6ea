import { createFileRoute } from '@tanstack/react-router'

import { readOwnFilters } from '@/features/learning/assignment/filters'

import { OwnAssignmentsRoute } from '../../pages/assignments'

export const Route = createFileRoute('/_signed-in/app/assignments')({
  staticData: { openTo: 'users' },
  validateSearch: readOwnFilters,
  component: OwnAssignmentsRoute,
})
