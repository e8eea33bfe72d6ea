import { getRouteApi } from '@tanstack/react-router'

import { CourseCommentsPage } from '@/features/learning/discussion/course-comments-page'

const route = getRouteApi('/_signed-in/teach/courses/$courseId/comments')

export function CourseCommentsRoute() {
  const { courseId } = route.useParams()
  const { show } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <CourseCommentsPage
      courseId={courseId}
      unanswered={show !== 'all'}
      onUnanswered={(unanswered) => void navigate({ search: unanswered ? {} : { show: 'all' }, replace: true })}
    />
  )
}
