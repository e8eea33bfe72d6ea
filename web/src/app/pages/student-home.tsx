import { usePrefetchQuery, useQuery } from '@tanstack/react-query'

import { plansQuery } from '@/features/commerce/order/api'
import { OverdueCourses } from '@/features/commerce/order/overdue'
import { homeQuery } from '@/features/learning/analytics/api'
import { HomePage } from '@/features/learning/analytics/home-page'
import { PendingCourse } from '@/features/learning/course/pending-course'
import { TodayList } from '@/features/site/report/today-list'
import { recentQuery } from '@/features/teaching/announcement/api'
import { UrgentPanel } from '@/features/teaching/announcement/urgent-panel'

import { useToday } from './use-today'

/** What students see first. */
export function StudentHomeRoute() {
  usePrefetchQuery(homeQuery())
  const recent = useQuery(recentQuery())
  const today = useToday('student')
  const plans = useQuery(plansQuery)
  if (recent.isPending || today.isPending || plans.isPending) return null // what is urgent must not move the page when it appears
  return (
    <>
      <UrgentPanel recent={recent.data ?? []} />
      <HomePage
        today={
          <>
            <OverdueCourses plans={plans.data?.items ?? []} />
            <TodayList items={today.items} hidesEmpty />
          </>
        }
        pending={({ course, status }) => <PendingCourse key={course.id} course={course} status={status} />}
      />
    </>
  )
}
