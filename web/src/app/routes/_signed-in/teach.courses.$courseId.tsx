import { createFileRoute } from '@tanstack/react-router'

import { CourseWorkspace } from '../../pages/course-workspace'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: CourseWorkspace,
})
