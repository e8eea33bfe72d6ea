import { createFileRoute } from '@tanstack/react-router'

import { CourseSettingsRoute } from '../../pages/course-settings'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/settings')({
  component: CourseSettingsRoute,
})
