import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'

import { type Column, DataTable } from '@/shared/data-table'
import { deviceName } from '@/shared/device-name'
import { Empty, NoMatches } from '@/shared/empty'
import { eventName } from '@/shared/event-kinds'
import { FilterChip } from '@/shared/filter-chip'
import { TextLink } from '@/shared/link'
import { Moment } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { MoreButton, Total } from '@/shared/pages'
import { PeriodFields } from '@/shared/period-fields'
import { personName } from '@/shared/person-name'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { type SecurityEvent, securityQuery, useExport } from './api'
import { kinds, type SecurityFilters } from './filters'

type Props = { filters: SecurityFilters; onFilters: (filters: SecurityFilters) => void }

/** The security events of all accounts, and of addresses without an account. */
export function SecurityLogPage({ filters, onFilters }: Props) {
  const log = useInfiniteQuery(securityQuery(filters))
  const sheet = useExport(filters)
  return (
    <>
      <PageHead title={t`Security log`} lead={t`Sign-ins, failed attempts, locks and changes of all accounts.`}>
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
      <FilterBar filters={filters} onFilters={onFilters} />
      <QueryView
        query={log}
        skeleton={<Rows />}
        isEmpty={(data) => data.items.length === 0}
        empty={Object.keys(filters).length > 0 ? <NothingMatches onClear={() => onFilters({})} /> : <NothingHappened />}
      >
        {(data) => (
          <>
            {data.pagination && (
              <Total pagination={data.pagination} counted={(n) => plural(n, { one: '# event', other: '# events' })} />
            )}
            <DataTable
              label={t`Security log`}
              columns={columnsOf((network) => onFilters({ ...filters, network }))}
              rows={data.items}
              idOf={({ id }) => id}
            />
            <MoreButton query={log} />
          </>
        )}
      </QueryView>
    </>
  )
}

function FilterBar({ filters, onFilters }: Props) {
  const set = (change: { [K in keyof SecurityFilters]: string }) => {
    const next: SecurityFilters = {}
    for (const [name, value] of Object.entries({ ...filters, ...change }))
      if (value) Object.assign(next, { [name]: value })
    onFilters(next)
  }
  const { search = '', kind = '', network = '', from = '', to = '' } = filters
  const known = kind && !kinds.includes(kind) ? [...kinds, kind] : kinds
  return (
    <search>
      <SearchField
        label={t`Search by name or email`}
        value={search}
        onSearch={(text) => set({ search: text })}
        mb="sm"
      />
      <Group align="flex-end" gap="sm" mb="md">
        <NativeSelect
          label={t`Event`}
          data={[
            { value: '', label: t`All events` },
            ...known.map((each) => ({ value: each, label: eventName(each) })),
          ]}
          value={kind}
          onChange={(event) => set({ kind: event.currentTarget.value })}
        />
        <PeriodFields from={from} to={to} onFrom={(from) => set({ from })} onTo={(to) => set({ to })} />
        {network && <FilterChip text={t`From ${network}`} onClear={() => set({ network: '' })} />}
      </Group>
    </search>
  )
}

const columnsOf = (onNetwork: (network: string) => void): Column<SecurityEvent>[] => [
  {
    id: 'what',
    label: t`Event`,
    place: 'lead',
    cell: ({ kind }) => (
      <Text fw={600} size="sm" title={kind}>
        {eventName(kind)}
      </Text>
    ),
  },
  {
    id: 'who',
    label: t`Account`,
    cell: ({ user_id, full_name, email }) =>
      user_id ? (
        <>
          <TextLink to="/admin/users/$userId" params={{ userId: user_id }} size="sm">
            {personName(full_name)}
          </TextLink>
          <Text size="xs" c="dimmed">
            {email}
          </Text>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          <Trans>No account with this address</Trans>
        </Text>
      ),
  },
  { id: 'at', label: t`When`, cell: ({ at }) => <Moment at={at} /> },
  {
    id: 'from',
    label: t`From`,
    cell: ({ network, address, user_agent }) => (
      <>
        {network && (
          <Button variant="subtle" size="compact-sm" px={0} onClick={() => onNetwork(address || network)}>
            {address || network}
          </Button>
        )}
        <Text size="xs" c="dimmed" title={user_agent} lineClamp={1} maw={240}>
          {user_agent && deviceName(user_agent)}
        </Text>
      </>
    ),
  },
]

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <NoMatches title={t`No events match`} onClear={onClear}>
      <Trans>Change the filters or clear them.</Trans>
    </NoMatches>
  )
}

function NothingHappened() {
  return (
    <Empty title={t`No events yet`}>
      <Trans>Sign-ins and changes of accounts appear here.</Trans>
    </Empty>
  )
}
