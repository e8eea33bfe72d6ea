import { t } from '@lingui/core/macro'
import { Group, NativeSelect, Paper, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BarChart } from '@/shared/bar-chart'
import { type Column, DataTable } from '@/shared/data-table'
import { dated, datedShort, decimal, percent } from '@/shared/format'
import { options } from '@/shared/options'
import { QueryView } from '@/shared/query-view'

import { statusesQuery, type Timeframe } from './api'
import { statusLabels, timeframeLabels } from './labels'

/** How many batches have which status in this week, month, quarter or year, and how many took place in those before. */
export function StatusPanel() {
  const [timeframe, setTimeframe] = useState<Timeframe>('month')
  const statuses = useQuery(statusesQuery(timeframe))
  const heading = t`Batches over time`
  return (
    <section aria-label={heading}>
      <Group justify="space-between" align="flex-end" mb="sm">
        <Title order={2} size="h4">
          {heading}
        </Title>
        <NativeSelect
          aria-label={t`Group by`}
          value={timeframe}
          data={options(timeframeLabels)}
          onChange={({ currentTarget: { value } }) => setTimeframe(timeframeOf(value))}
        />
      </Group>
      <QueryView query={statuses} skeleton={<Skeleton h={280} radius="lg" />}>
        {({ period, distribution, historical }) => (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Paper withBorder p="md">
              <BarChart
                title={t`Batches that took place`}
                columns={{ period: t`From`, value: t`Batches` }}
                none={t`No batch took place in this time.`}
                summary={t`Number of batches over 12 periods`}
                bars={historical.map(({ from, total_batches }) => ({
                  label: dated(from),
                  mark: datedShort(from),
                  value: total_batches,
                }))}
              />
            </Paper>
            <div>
              <Text size="sm" c="dimmed" mb="xs">
                {`${dated(period.from)} – ${dated(period.until)}`}
              </Text>
              <DataTable
                label={t`Batches by status`}
                columns={columns()}
                rows={distribution}
                idOf={({ status }) => status}
              />
            </div>
          </SimpleGrid>
        )}
      </QueryView>
    </section>
  )
}

type Share = { status: keyof typeof statusLabels; count: number; percentage: number; trend: number }

const columns = (): Column<Share>[] => [
  { id: 'status', label: t`Status`, place: 'lead', cell: ({ status }) => t(statusLabels[status]) },
  { id: 'count', label: t`Batches`, cell: ({ count }) => decimal(count) },
  { id: 'share', label: t`Share`, cell: ({ percentage }) => percent(percentage) },
  {
    id: 'trend',
    label: t`Compared with before`,
    cell: ({ trend }) => (trend > 0 ? `+${decimal(trend)}` : decimal(trend)),
  },
]

const timeframeOf = (value: string): Timeframe =>
  value === 'week' || value === 'quarter' || value === 'year' ? value : 'month'
