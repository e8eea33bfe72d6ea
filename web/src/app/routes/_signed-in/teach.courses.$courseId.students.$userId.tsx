import { createFileRoute } from '@tanstack/react-router'

import { StudentRoute } from '../../pages/analytics'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/students/$userId')({
  component: StudentRoute,
})
