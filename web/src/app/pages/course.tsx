import { getRouteApi, useLocation } from '@tanstack/react-router'

import { useSignedIn } from '@/features/account/api'
import { mayWatch } from '@/features/course/api'
import { CoursePage } from '@/features/course/course-page'
import { CourseLessons } from '@/features/playback/course-lessons'

const route = getRouteApi('/courses/$courseId')

export function CourseRoute() {
  const { courseId } = route.useParams()
  const { href } = useLocation()
  return (
    <CoursePage
      courseId={courseId}
      signedIn={useSignedIn()}
      here={href}
      lessons={(course) => <CourseLessons courseId={courseId} enrolled={mayWatch(course)} />}
    />
  )
}
