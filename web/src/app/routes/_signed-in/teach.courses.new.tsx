import { createFileRoute } from '@tanstack/react-router'

import { NewCourseRoute } from '../../pages/new-course'

export const Route = createFileRoute('/_signed-in/teach/courses/new')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: NewCourseRoute,
})
