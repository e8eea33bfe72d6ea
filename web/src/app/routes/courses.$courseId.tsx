import { createFileRoute } from '@tanstack/react-router'

import { CourseRoute } from '../pages/course'

export const Route = createFileRoute('/courses/$courseId')({
  staticData: { openTo: 'everyone' },
  component: CourseRoute,
})
