import { createFileRoute } from '@tanstack/react-router'

import { CourseProgressRoute } from '../../pages/analytics'

export const Route = createFileRoute('/_signed-in/progress/$courseId')({
  staticData: { openTo: 'users' },
  component: CourseProgressRoute,
})
