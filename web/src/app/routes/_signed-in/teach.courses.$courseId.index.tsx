import { createFileRoute } from '@tanstack/react-router'

import { CourseOverviewRoute } from '../../pages/course-overview'

export const Route = createFileRoute('/_signed-in/teach/courses/$courseId/')({
  staticData: { openTo: ['instructor', 'admin'] },
  component: CourseOverviewRoute,
})
