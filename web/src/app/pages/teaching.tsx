import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { TaughtPage } from '@/features/learning/course/taught-page'
import { waitingQuery } from '@/features/learning/teachinghome/api'
import { NeedsAttention } from '@/features/learning/teachinghome/needs-attention'
import { DashboardFigures } from '@/features/site/report/dashboard'
import { TodayList } from '@/features/site/report/today-list'

import { useToday } from './use-today'

/** What waits and is listed by course. */
const byCourse = ['ungraded', 'unanswered', 'waitlisted']

/** Where instructors start: what needs attention, their courses, and figures of these. */
export function TeachingRoute() {
  const waiting = useQuery(waitingQuery())
  const today = useToday('instructor')
  const isPending = waiting.isPending || today.isPending
  return (
    <TaughtPage
      attention={
        isPending ? undefined : (
          <>
            <TodayList items={today.items} without={byCourse} hidesEmpty />
            <NeedsAttention />
          </>
        )
      }
      figures={
        today.holds && (
          <Box mt="xl">
            <DashboardFigures of="instructor" />
          </Box>
        )
      }
    />
  )
}
