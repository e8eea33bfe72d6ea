import { createFileRoute } from '@tanstack/react-router'

import { CourseSettingsRoute } from '../../pages/course-settings'
import { courseSettingsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/settings')({
  staticData: { openTo: ['instructor', 'admin'] },
  validateSearch: courseSettingsSearch,
  component: CourseSettingsRoute,
})
