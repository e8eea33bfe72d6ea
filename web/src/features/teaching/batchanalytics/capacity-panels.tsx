import { plural, t } from '@lingui/core/macro'
import { Paper, SimpleGrid, Title } from '@mantine/core'

import { BarChart, Bars } from '@/shared/bar-chart'
import { percent, percentRange } from '@/shared/format'

import type { CapacityReport } from './api'
import { monthName, monthShort } from './months'

/** How full batches are, by range, by course and over time. */
export function CapacityPanels({ report }: { report: CapacityReport }) {
  const { utilization_distribution, by_course, trends } = report
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Paper withBorder p="md">
        <BarChart
          title={t`Seats taken, by the month in which batches begin`}
          columns={{ period: t`Month`, value: t`Seats taken` }}
          none={t`No batch began in the last 12 months.`}
          summary={plural(trends.length, { one: 'Seats taken in # month', other: 'Seats taken in # months' })}
          bars={trends.map(({ month, utilization }) => ({
            label: monthName(month),
            mark: monthShort(month),
            value: utilization,
          }))}
          write={percent}
        />
      </Paper>
      <Paper withBorder p="md">
        <Title order={2} size="h5" mb="sm">
          {t`Batches by seats taken`}
        </Title>
        <Bars
          bars={utilization_distribution.map(({ range, batches }) => ({ label: inPercent(range), value: batches }))}
        />
        {by_course.length > 1 && (
          <>
            <Title order={2} size="h5" mt="md" mb="sm">
              {t`Free seats by course`}
            </Title>
            <Bars bars={freest(by_course)} />
          </>
        )}
      </Paper>
    </SimpleGrid>
  )
}

/** `25-50` as users read it. */
function inPercent(range: CapacityReport['utilization_distribution'][number]['range']) {
  const [from, to] = range.split('-').map(Number)
  return percentRange(from ?? 0, to ?? 100)
}

/** The 6 courses with the most free seats. */
const freest = (courses: CapacityReport['by_course']) =>
  courses
    .toSorted((a, b) => b.available_spots - a.available_spots)
    .slice(0, 6)
    .map(({ title, available_spots }) => ({ label: title, value: available_spots }))
