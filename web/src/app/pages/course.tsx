import { getRouteApi, useLocation } from '@tanstack/react-router'

import { useSignedIn } from '@/features/account/api'
import { mayWatch } from '@/features/course/api'
import { CoursePage } from '@/features/course/course-page'
import { CourseLessons } from '@/features/playback/course-lessons'
import { CourseContents } from '@/features/progress/course-contents'

const route = getRouteApi('/courses/$courseId')

export function CourseRoute() {
  const { courseId } = route.useParams()
  const { href } = useLocation()
  return (
    <CoursePage
      courseId={courseId}
      signedIn={useSignedIn()}
      here={href}
      lessons={(course) => (
        <CourseContents
          courseId={courseId}
          enrolled={course.enrollment !== undefined && mayWatch(course)}
          otherwise={<CourseLessons courseId={courseId} enrolled={mayWatch(course)} />}
        />
      )}
    />
  )
}
