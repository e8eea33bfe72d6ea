import { useQuery } from '@tanstack/react-query'

import { enhancedCoursesQuery } from '@/features/learning/analytics/api'
import { CourseFoot } from '@/features/learning/analytics/course-foot'
import { LearningSummary } from '@/features/learning/analytics/learning-summary'
import { MyLearningPage } from '@/features/learning/course/my-learning-page'

/** The user's courses with their progress. */
export function MyLearningRoute() {
  const courses = useQuery(enhancedCoursesQuery())
  const by = new Map(courses.data?.items.map((c) => [c.courseId, c]))
  return (
    <MyLearningPage
      head={<LearningSummary />}
      foot={(courseId) => {
        const course = by.get(courseId)
        return course && <CourseFoot course={course} />
      }}
    />
  )
}
