import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty } from '@/shared/empty'
import { percent as percentage } from '@/shared/format'
import { Day } from '@/shared/moment'
import { MoreButton, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { personColumns } from './person-columns'
import { type CompanyProgress, progressReportQuery } from './report-api'

/** How far people have come in the courses of their seats. */
export function ProgressReport({ companyId }: { companyId: string }) {
  const rows = useInfiniteQuery(progressReportQuery(companyId))
  return (
    <>
      <QueryView
        query={rows}
        skeleton={<Rows height={64} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No progress yet`}>
            <Trans>Assign seats to your people. Their progress appears here.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            {pagination && (
              <Total pagination={pagination} counted={(n) => plural(n, { one: '# seat', other: '# seats' })} />
            )}
            <DataTable label={t`Progress`} columns={columns()} rows={items} idOf={({ seat_id }) => seat_id} />
          </>
        )}
      </QueryView>
      <MoreButton query={rows} />
    </>
  )
}

function state({ percent, ended_at }: CompanyProgress) {
  if (percent !== null) return percentage(percent)
  return ended_at ? t`Seat ended` : t`Not started`
}

const columns = (): Column<CompanyProgress>[] => [
  ...personColumns(),
  { id: 'percent', label: t`Progress`, cell: state },
  { id: 'last', label: t`Last active`, cell: ({ last_active_at }) => last_active_at && <Day at={last_active_at} /> },
  { id: 'completed', label: t`Completed`, cell: ({ completed_at }) => completed_at && <Day at={completed_at} /> },
]
