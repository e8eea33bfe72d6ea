import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Dialog } from '@/shared/dialog'
import { Empty } from '@/shared/empty'
import { decimal } from '@/shared/format'
import { Moment } from '@/shared/moment'
import { Pages } from '@/shared/pages'
import { personName } from '@/shared/person-name'
import { QueryView } from '@/shared/query-view'

import { stateNames } from './bulk-job-view'
import { importsQuery, type UserImport } from './import-api'
import { ImportView, reachedBy } from './import-view'

const kindOf = ({ dryRun }: UserImport) => (dryRun ? t`Preview` : t`Import`)

/** Imports of all administrators, those that run among them. */
export function RecentImports() {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<UserImport>()
  return (
    <section aria-labelledby="recent-imports">
      <Title order={2} size="h4" id="recent-imports" mb="sm" mt="md">
        <Trans>Recent imports</Trans>
      </Title>
      <QueryView
        query={useQuery(importsQuery(page))}
        skeleton={<Skeleton height={96} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No imports in the last 30 days`}>
            <Trans>Previews are listed for a day, imports for 30 days.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Recent imports`} columns={columnsOf(setShown)} rows={items} idOf={({ id }) => id} />
            {pagination && <Pages pagination={pagination} onPage={setPage} />}
          </>
        )}
      </QueryView>
      {shown && (
        <Dialog title={kindOf(shown)} onClose={() => setShown(undefined)} size="lg" closeLabel={t`Close`}>
          <ImportView id={shown.id} />
        </Dialog>
      )}
    </section>
  )
}

const columnsOf = (show: (shown: UserImport) => void): Column<UserImport>[] => [
  {
    id: 'kind',
    label: t`Type`,
    place: 'lead',
    cell: (i) => (
      <Anchor component="button" type="button" ta="start" fw={600} c="var(--ink)" onClick={() => show(i)}>
        {kindOf(i)}
      </Anchor>
    ),
  },
  { id: 'state', label: t`Status`, cell: ({ state }) => t(stateNames[state]) },
  {
    id: 'reached',
    label: t`Rows`,
    cell: (i) => {
      const [reached, total] = [decimal(reachedBy(i)), decimal(i.total)]
      return t`${reached} of ${total}`
    },
  },
  { id: 'admin', label: t`Started by`, cell: ({ admin_name }) => personName(admin_name) },
  { id: 'created', label: t`Started`, cell: ({ created_at }) => <Moment at={created_at} /> },
]
