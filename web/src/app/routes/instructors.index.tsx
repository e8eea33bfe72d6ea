import { createFileRoute } from '@tanstack/react-router'

import { readInstructorFilters } from '@/features/learning/instructor/filters'

import { InstructorsRoute } from '../pages/instructors'

export const Route = createFileRoute('/instructors/')({
  staticData: { openTo: 'everyone' },
  validateSearch: readInstructorFilters,
  component: InstructorsRoute,
})
