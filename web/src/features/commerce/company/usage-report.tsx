import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { Bars } from '@/shared/bar-chart'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { Day } from '@/shared/moment'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { poolName } from './assign-dialog'
import { type CompanyUsage, usageReportQuery } from './report-api'

/** How the seats of a company are used: all together as pictures, and pool by pool. */
export function UsageReport({ companyId }: { companyId: string }) {
  const rows = useInfiniteQuery(usageReportQuery(companyId))
  return (
    <>
      <QueryView
        query={rows}
        skeleton={<Rows height={64} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No seats yet`}>
            <Trans>Buy seats in the courses of the school. How they are used appears here.</Trans>
          </Empty>
        }
      >
        {({ items }) => (
          <>
            <Pictures pools={items} />
            <DataTable label={t`Use of seats`} columns={columns()} rows={items} idOf={({ pool_id }) => pool_id} />
          </>
        )}
      </QueryView>
      <MoreButton query={rows} />
    </>
  )
}

type Sum = 'free' | 'offered' | 'taken' | 'ended' | 'not_started' | 'in_progress' | 'completed'

function Pictures({ pools }: { pools: CompanyUsage[] }) {
  const sum = (of: Sum) => pools.reduce((total, pool) => total + pool[of], 0)
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} mb="md">
      <Picture
        title={t`Seats`}
        bars={[
          { label: t`Assigned`, value: sum('taken') },
          { label: t`Invited`, value: sum('offered') },
          { label: t`Available`, value: sum('free') },
          { label: t`Ended`, value: sum('ended') },
        ]}
      />
      <Picture
        title={t`Progress with assigned seats`}
        bars={[
          { label: t`Completed`, value: sum('completed') },
          { label: t`In progress`, value: sum('in_progress') },
          { label: t`Not started`, value: sum('not_started') },
        ]}
      />
    </SimpleGrid>
  )
}

const Picture = ({ title, bars }: { title: string; bars: { label: string; value: number }[] }) => (
  <Paper withBorder p="md" bg="var(--card)" component="section" aria-label={title}>
    <Title order={2} size="h5" mb="sm">
      {title}
    </Title>
    <Bars bars={bars} />
  </Paper>
)

const columns = (): Column<CompanyUsage>[] => [
  {
    id: 'courses',
    label: t`Courses`,
    place: 'lead',
    cell: (pool) => (
      <div>
        <Text fw={600}>{poolName(pool)}</Text>
        <Text size="sm" c="dimmed">
          {pool.note}
        </Text>
      </div>
    ),
  },
  { id: 'total', label: t`Seats`, cell: ({ total }) => total },
  { id: 'taken', label: t`Assigned`, cell: ({ taken }) => taken },
  { id: 'offered', label: t`Invited`, cell: ({ offered }) => offered },
  { id: 'free', label: t`Available`, cell: ({ free }) => free },
  { id: 'ended', label: t`Ended`, cell: ({ ended }) => ended },
  { id: 'active', label: t`Active in the last 30 days`, cell: ({ active_people }) => active_people },
  { id: 'completed', label: t`Completed`, cell: ({ completed }) => completed },
  { id: 'end', label: t`End`, cell: ({ ends_at }) => ends_at && <Day at={ends_at} /> },
]
