import { plural, t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'
import { BarChart } from '@/shared/bar-chart'
import { dated, datedShort, spent } from '@/shared/format'

type Week = Schema<'LearningWeek'>

/** The time spent learning, week by week. */
export function WeekChart({ weeks }: { weeks: Week[] }) {
  const period = weeks.length
  const time = spent(weeks.reduce((sum, w) => sum + w.timeSpent, 0))
  const lessons = weeks.reduce((sum, w) => sum + w.completedLessons, 0)
  return (
    <BarChart
      title={t`Minutes per week`}
      columns={{ period: t`Week`, value: t`Time spent` }}
      none={plural(period, {
        one: 'No learning time in the last week. Time in lessons appears here.',
        other: 'No learning time in the last # weeks. Time in lessons appears here.',
      })}
      write={(minutes) => spent(minutes * 60)}
      bars={weeks.map(({ startsOn, timeSpent }) => ({
        label: weekOf(startsOn),
        mark: datedShort(startsOn),
        value: Math.round(timeSpent / 60),
      }))}
      summary={t`Minutes per week over ${plural(period, { one: '# week', other: '# weeks' })}: ${time} and ${plural(lessons, { one: '# lesson', other: '# lessons' })} completed in total`}
    />
  )
}

function weekOf(firstDay: string) {
  const day = dated(firstDay)
  return t`Week of ${day}`
}
