import { createFileRoute } from '@tanstack/react-router'

import { InstructorRoute } from '../pages/instructors'

export const Route = createFileRoute('/instructors/$instructorId')({
  staticData: { openTo: 'everyone' },
  component: InstructorRoute,
})
