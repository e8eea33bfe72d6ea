import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'

import { keptText } from '@/api/problem-text'
import { type Column, DataTable } from '@/shared/data-table'
import { dated } from '@/shared/format'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { SideDrawer } from '@/shared/side-drawer'

import { type Figure, type FigureRow, type Metric, rowsQuery, useExport } from './api'
import { write } from './write'

type Props = { figure: Figure; metric: Metric; onClose: () => void }

/** What a figure was made of. */
export function RowsDrawer({ figure, metric, onClose }: Props) {
  const query = { metric: figure.metric, scope: figure.scope, from: figure.from, to: figure.to }
  const rows = useInfiniteQuery(rowsQuery(query))
  const save = useExport()
  const title = keptText(metric.title)
  return (
    <SideDrawer opened onClose={onClose} title={title}>
      <Stack gap="md">
        <Text size="sm">{keptText(metric.definition)}</Text>
        <Group>
          <Button
            variant="default"
            size="xs"
            loading={save.isPending}
            onClick={() => save.mutate({ ...query, sheet: 'rows' })}
          >
            <Trans>Export CSV</Trans>
          </Button>
        </Group>
        <QueryView query={rows} skeleton={<Skeleton height={240} radius="md" />}>
          {(all) => (
            <div>
              <DataTable
                label={title}
                columns={columnsOf(metric, figure.currency, all)}
                rows={all}
                idOf={({ id }) => id}
              />
              <MoreButton query={rows} />
            </div>
          )}
        </QueryView>
      </Stack>
    </SideDrawer>
  )
}

function columnsOf({ unit, metric }: Metric, currency: string, rows: FigureRow[]): Column<FigureRow>[] {
  const adds = unit !== 'count' || metric === 'lessons_done'
  return [
    { id: 'name', label: t`Name`, place: 'lead', cell: ({ name }) => name || t`Deleted account` },
    ...(rows.some(({ course }) => course)
      ? [{ id: 'course', label: t`Course`, cell: ({ course }: FigureRow) => course }]
      : []),
    { id: 'day', label: t`Day`, cell: ({ day }) => dated(day) },
    ...(adds ? [{ id: 'value', label: t`Value`, cell: ({ value }: FigureRow) => write(value, unit, currency) }] : []),
  ]
}
