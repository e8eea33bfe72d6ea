import { getRouteApi } from '@tanstack/react-router'

import { CourseProgressPage } from '@/features/learning/analytics/course-progress-page'

const own = getRouteApi('/_signed-in/progress/$courseId')

export function CourseProgressRoute() {
  return <CourseProgressPage courseId={own.useParams().courseId} />
}
