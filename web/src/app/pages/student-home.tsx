import { HomePage } from '@/features/learning/analytics/home-page'
import { PendingCourse } from '@/features/learning/course/pending-course'

/** What students see first. */
export function StudentHomeRoute() {
  return (
    <HomePage pending={({ course, status }) => <PendingCourse key={course.id} course={course} status={status} />} />
  )
}
