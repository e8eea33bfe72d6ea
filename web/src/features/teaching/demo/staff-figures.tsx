import { t } from '@lingui/core/macro'
import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { FigureList, FiguresSkeleton } from '@/shared/figure-list'
import { decimal, percent } from '@/shared/format'
import { QueryView } from '@/shared/query-view'

import type { periodOf } from './filters'
import { statsQuery } from './staff-api'

const share = (value: number | null) => (value === null ? '–' : percent(value))

/** How many demo classes there are, what waits for an outcome, and how many took place. */
export function StaffFigures({ period }: { period: ReturnType<typeof periodOf> }) {
  const stats = useQuery(statsQuery(period))
  return (
    <Box component="section" aria-label={t`Figures`} mb="lg">
      <QueryView query={stats} skeleton={<FiguresSkeleton />}>
        {({ upcoming, outcomeMissing, byStatus, completionRate, noShowRate, converted, conversionRate }) => {
          const completion = share(completionRate)
          const enrolled = decimal(converted)
          return (
            <FigureList
              figures={[
                { name: t`Upcoming`, value: decimal(upcoming) },
                { name: t`Outcome missing`, value: decimal(outcomeMissing) },
                {
                  name: t`Completed`,
                  value: decimal(byStatus.completed ?? 0),
                  note: t`${completion} of past classes`,
                },
                {
                  name: t`Led to an enrolment`,
                  value: share(conversionRate),
                  note: t`${enrolled} of completed classes`,
                },
                { name: t`Missed by visitors`, value: share(noShowRate) },
              ]}
            />
          )
        }}
      </QueryView>
    </Box>
  )
}
