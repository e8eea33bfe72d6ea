import { createFileRoute } from '@tanstack/react-router'

import { CourseCompletedRoute } from '../../pages/course-completed'

export const Route = createFileRoute('/_signed-in/learn/$courseId/completed')({
  staticData: { openTo: 'users' },
  component: CourseCompletedRoute,
})
