import { getRouteApi, useLocation } from '@tanstack/react-router'
import { mayWatch } from '@/features/learning/course/api'
import { CoursePage } from '@/features/learning/course/course-page'
import { CourseContents } from '@/features/learning/progress/course-contents'
import { useSignedIn } from '@/features/people/account/api'
import { CourseLessons } from '@/features/video/playback/course-lessons'

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
