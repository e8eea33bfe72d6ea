import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text, UnstyledButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'

import { type Column, DataTable } from '@/shared/data-table'
import { deviceName } from '@/shared/device-name'
import { Empty, NoMatches } from '@/shared/empty'
import { Moment } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { MoreButton, Total } from '@/shared/pages'
import { personName } from '@/shared/person-name'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { actionName } from './actions'
import { auditQuery, type Entry, useExport } from './api'
import { AuditFilterBar } from './audit-filters'
import { Changes } from './changes'
import classes from './changes.module.css'
import type { AuditFilters } from './filters'
import { targetName } from './labels'

type Props = { filters: AuditFilters; onFilters: (filters: AuditFilters) => void }

/** The log of what administrators have done. */
export function AuditPage({ filters, onFilters }: Props) {
  const log = useInfiniteQuery(auditQuery(filters))
  const sheet = useExport(filters)
  const items = log.data?.items ?? []

  return (
    <>
      <PageHead title={t`Audit log`} lead={t`Who did what, when and from where. Entries can't be changed.`}>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={sheet.isPending}
          onClick={() => sheet.mutate()}
        >
          <Trans>Export CSV</Trans>
        </Button>
      </PageHead>
      {sheet.error && <Failure error={sheet.error} />}
      <AuditFilterBar filters={filters} onFilters={onFilters} nameOf={(id) => nameIn(items, id)} />
      <QueryView
        query={log}
        skeleton={<Rows />}
        isEmpty={(data) => data.items.length === 0}
        empty={Object.keys(filters).length > 0 ? <NothingMatches onClear={() => onFilters({})} /> : <NothingDone />}
      >
        {(data) => (
          <>
            {data.pagination && (
              <Total pagination={data.pagination} counted={(n) => plural(n, { one: '# entry', other: '# entries' })} />
            )}
            <DataTable
              label={t`Audit log`}
              columns={columnsOf((change) => onFilters({ ...filters, ...change }))}
              rows={data.items}
              idOf={({ id }) => id}
              tall
            />
            <MoreButton query={log} />
          </>
        )}
      </QueryView>
    </>
  )
}

/** What the server records where a request came from no address, such as for the sample data. */
const unknownNetwork = 'unknown'

function nameIn(items: Entry[], id: string) {
  for (const e of items) {
    if (e.actor_id === id) return e.actor_name || id
    if (e.target_id === id) return e.target_name || id
    if (e.on_behalf_of_id === id) return e.on_behalf_of_name || id
  }
  return id
}

const columnsOf = (onNarrow: (change: AuditFilters) => void): Column<Entry>[] => [
  { id: 'at', label: t`When`, cell: ({ at }) => <Moment at={at} /> },
  {
    id: 'who',
    label: t`Performed by`,
    cell: (entry) => <Who entry={entry} onChoose={() => onNarrow({ actor: entry.actor_id })} />,
  },
  {
    id: 'what',
    label: t`Action`,
    place: 'lead',
    cell: (entry) => (
      <>
        <Text fw={600} size="sm" title={entry.action}>
          {actionName(entry.action)}
        </Text>
        {entry.target_id && <Target entry={entry} onChoose={() => onNarrow({ target: entry.target_id })} />}
      </>
    ),
  },
  { id: 'changes', label: t`Changes`, cell: (entry) => <Changes entry={entry} /> },
  {
    id: 'from',
    label: t`Source`,
    cell: ({ network, user_agent }) => (
      <>
        <Text size="sm">{network && network !== unknownNetwork ? network : '–'}</Text>
        <Text size="xs" c="dimmed" title={user_agent} lineClamp={2} maw={180}>
          {user_agent && deviceName(user_agent)}
        </Text>
      </>
    ),
  },
]

function Target({ entry, onChoose }: { entry: Entry; onChoose: () => void }) {
  const name = entry.target_name || targetName(entry.target_kind, entry.target_id)
  return (
    <UnstyledButton className={classes.person} fz="sm" onClick={onChoose} aria-label={t`Show entries about ${name}`}>
      {name}
    </UnstyledButton>
  )
}

function Who({ entry, onChoose }: { entry: Entry; onChoose: () => void }) {
  const { actor_id, actor_name, on_behalf_of_id, on_behalf_of_name } = entry
  if (!actor_id)
    return (
      <Text size="sm">
        <Trans>Command line</Trans>
      </Text>
    )
  const name = personName(actor_name)
  const otherName = personName(on_behalf_of_name)
  return (
    <>
      <UnstyledButton className={classes.person} fz="sm" onClick={onChoose} aria-label={t`Show entries by ${name}`}>
        {name}
      </UnstyledButton>
      {on_behalf_of_id && (
        <Text size="sm" c="dimmed">
          <Trans>as {otherName}</Trans>
        </Text>
      )}
    </>
  )
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <NoMatches title={t`No matching entries`} onClear={onClear}>
      <Trans>No entry matches these filters. Choose another area or a longer period.</Trans>
    </NoMatches>
  )
}

function NothingDone() {
  return (
    <Empty title={t`No entries yet`}>
      <Trans>What administrators change is listed here.</Trans>
    </Empty>
  )
}
