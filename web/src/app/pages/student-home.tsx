import { usePrefetchQuery, useQuery } from '@tanstack/react-query'

import { homeQuery } from '@/features/learning/analytics/api'
import { HomePage } from '@/features/learning/analytics/home-page'
import { PendingCourse } from '@/features/learning/course/pending-course'
import { recentQuery } from '@/features/teaching/announcement/api'
import { UrgentPanel } from '@/features/teaching/announcement/urgent-panel'

/** What students see first. */
export function StudentHomeRoute() {
  usePrefetchQuery(homeQuery())
  const recent = useQuery(recentQuery())
  if (recent.isPending) return null // what is urgent must not move the page when it appears
  return (
    <>
      <UrgentPanel recent={recent.data ?? []} />
      <HomePage pending={({ course, status }) => <PendingCourse key={course.id} course={course} status={status} />} />
    </>
  )
}
