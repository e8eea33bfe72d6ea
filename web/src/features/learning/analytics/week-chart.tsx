import { t } from '@lingui/core/macro'
import type { Schema } from '@/api/client'
import { BarChart } from '@/shared/bar-chart'
import { count, dated, datedShort, spent } from '@/shared/format'

type Week = Schema<'LearningWeek'>

/** The time spent learning, week by week. */
export function WeekChart({ weeks }: { weeks: Week[] }) {
  const total = weeks.reduce((sum, w) => sum + w.timeSpent, 0)
  const lessons = weeks.reduce((sum, w) => sum + w.completedLessons, 0)
  return (
    <BarChart
      title={t`Minutes by week`}
      columns={{ period: t`Week`, value: t`Time spent` }}
      none={t`No time in the last ${count(weeks.length, 'week')}. Each minute in a lesson counts here.`}
      write={(minutes) => spent(minutes * 60)}
      bars={weeks.map(({ startsOn, timeSpent }) => ({
        label: t`Week of ${dated(startsOn)}`,
        mark: datedShort(startsOn),
        value: Math.round(timeSpent / 60),
      }))}
      summary={t`Minutes in each of ${count(weeks.length, 'week')}: ${spent(total)} and ${count(lessons, 'lesson')} completed in all`}
    />
  )
}
