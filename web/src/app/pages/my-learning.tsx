import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { plansQuery } from '@/features/commerce/order/api'
import { OverdueCourses } from '@/features/commerce/order/overdue'
import { homeQuery, learnerCoursesQuery } from '@/features/learning/analytics/api'
import { CourseFoot } from '@/features/learning/analytics/course-foot'
import { LearningSummary } from '@/features/learning/analytics/learning-summary'
import { ResumeCard } from '@/features/learning/analytics/resume-card'
import { isNarrowed } from '@/features/learning/course/my-filters'
import { MyLearningPage } from '@/features/learning/course/my-learning-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/app/courses')

/** The user's courses with their progress. */
export function MyLearningRoute() {
  const navigate = route.useNavigate()
  const filters = given(route.useSearch())
  const plans = useQuery(plansQuery)
  const courses = useQuery(learnerCoursesQuery(filters))
  const home = useQuery({ ...homeQuery(), enabled: !isNarrowed(filters) })
  return (
    <MyLearningPage
      filters={filters}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
      courses={home.isLoading ? { ...courses, data: undefined } : courses} // both at once, so that nothing moves
      stale={courses.isPlaceholderData}
      head={
        home.data?.resume && (
          <Box mb="lg">
            <ResumeCard home={home.data} resume={home.data.resume} />
          </Box>
        )
      }
      foot={(course) => <CourseFoot course={course} />}
      overdue={<OverdueCourses plans={plans.data?.items ?? []} />}
      end={<LearningSummary />}
    />
  )
}
