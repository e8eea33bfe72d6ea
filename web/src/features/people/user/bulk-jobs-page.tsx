import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Badge, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Dialog } from '@/shared/dialog'
import { Empty } from '@/shared/empty'
import { decimal } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { Pages } from '@/shared/pages'
import { personName } from '@/shared/person-name'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type BulkJob, bulkJobsQuery } from './api'
import { BulkJobView, reachedBy, stateNames } from './bulk-job-view'
import { filterInWords, titleOf } from './bulk-words'

/** Bulk jobs of the last 30 days, of all administrators. */
export function BulkJobsPage() {
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<BulkJob>()
  const jobs = useQuery(bulkJobsQuery(page))
  return (
    <>
      <TextLink to="/admin/users" size="sm" mb="sm" display="inline-flex" style={{ gap: 6, alignItems: 'center' }}>
        <IconArrowLeft size={16} aria-hidden="true" /> <Trans>All users</Trans>
      </TextLink>
      <PageHead
        title={t`Bulk changes`}
        lead={t`Changes to all users who match a filter. They run in the background and are listed for 30 days.`}
      />
      <QueryView
        query={jobs}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No bulk changes in the last 30 days`}>
            <Trans>To start one, select all users on the page of the list, then all matching users.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <DataTable label={t`Bulk changes`} columns={columnsOf(setShown)} rows={items} idOf={({ id }) => id} />
            {pagination && <Pages pagination={pagination} onPage={setPage} />}
          </>
        )}
      </QueryView>
      {shown && (
        <Dialog title={titleOf(shown)} onClose={() => setShown(undefined)} size="lg" closeLabel={t`Close`}>
          <BulkJobView id={shown.id} />
        </Dialog>
      )}
    </>
  )
}

function jobName(job: BulkJob) {
  const title = titleOf(job)
  return job.dryRun ? t`${title} (preview)` : title
}

const columnsOf = (show: (job: BulkJob) => void): Column<BulkJob>[] => [
  {
    id: 'action',
    label: t`Action`,
    place: 'lead',
    cell: (job) => (
      <Anchor component="button" type="button" ta="start" fw={600} c="var(--ink)" onClick={() => show(job)}>
        {jobName(job)}
      </Anchor>
    ),
  },
  { id: 'filter', label: t`Filter`, cell: ({ filter }) => <Text size="sm">{filterInWords(filter)}</Text> },
  {
    id: 'state',
    label: t`Status`,
    cell: ({ state }) => (
      <Badge variant="light" color={colors[state]}>
        {t(stateNames[state])}
      </Badge>
    ),
  },
  {
    id: 'reached',
    label: t`Progress`,
    cell: (job) => {
      const [reached, total] = [decimal(reachedBy(job)), decimal(job.total)]
      return t`${reached} of ${total}`
    },
  },
  { id: 'admin', label: t`Started by`, cell: ({ admin_name }) => personName(admin_name) },
  { id: 'created', label: t`Started`, cell: ({ created_at }) => <Moment at={created_at} /> },
]

const colors: Record<BulkJob['state'], string> = {
  running: 'blue',
  done: 'evergreen',
  cancelled: 'gray',
  stopped: 'red',
}
