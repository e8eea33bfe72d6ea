import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconDownload, IconListCheck, IconUpload, IconUserPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Ago } from '@/shared/ago'
import { type Column, DataTable, type Sort } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { ButtonLink, TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { MoreButton, Total } from '@/shared/pages'
import { Failure, QueryView } from '@/shared/query-view'
import { RoleBadges } from '@/shared/roles'
import { Rows } from '@/shared/rows'

import { type UserRow, useExport, usersQuery } from './api'
import { BulkBar } from './bulk-bar'
import { narrowing, tidy, toQuery, type UserFilters } from './filters'
import { StateBadges } from './labels'
import { NewUserDialog } from './new-user-dialog'
import { SavedFilters } from './saved-filters'
import { UserFilterBar } from './user-filters'

type Props = {
  filters: UserFilters
  onFilters: (filters: UserFilters) => void
  /** Called with the id of a new user. */
  onMade: (id: string) => void
}

export function UsersPage({ filters, onFilters, onMade }: Props) {
  const users = useInfiniteQuery(usersQuery(filters))
  const sheet = useExport(filters)
  const [adding, setAdding] = useState(false)

  return (
    <>
      <PageHead title={t`Users`} lead={t`All accounts and their roles.`}>
        <SavedFilters filters={filters} onFilters={onFilters} />
        <ButtonLink to="/admin/users/bulk" variant="default" leftSection={<IconListCheck size={18} />}>
          <Trans>Bulk changes</Trans>
        </ButtonLink>
        <ButtonLink to="/admin/users/import" variant="default" leftSection={<IconUpload size={18} />}>
          <Trans>Import CSV</Trans>
        </ButtonLink>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          loading={sheet.isPending}
          onClick={() => sheet.mutate()}
        >
          <Trans>Export CSV</Trans>
        </Button>
        <Button leftSection={<IconUserPlus size={18} />} onClick={() => setAdding(true)}>
          <Trans>Add user</Trans>
        </Button>
      </PageHead>
      {sheet.error && <Failure error={sheet.error} />}
      <UserFilterBar filters={filters} onFilters={onFilters} />
      <QueryView
        query={users}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={narrowing(filters) > 0 ? <NothingMatches onClear={() => onFilters({})} /> : <NoUsers />}
      >
        {({ items, pagination }) => (
          <>
            {pagination && (
              <Total pagination={pagination} counted={(n) => plural(n, { one: '# user', other: '# users' })} />
            )}
            <Table
              key={toQuery(filters)} // clears the selection when the filters change
              rows={items}
              total={pagination}
              filters={filters}
              onFilters={onFilters}
            />
            <MoreButton query={users} />
          </>
        )}
      </QueryView>
      {adding && <NewUserDialog onClose={() => setAdding(false)} onMade={onMade} />}
    </>
  )
}

type TableProps = Pick<Props, 'filters' | 'onFilters'> & {
  rows: UserRow[]
  total: Schema<'Pagination'> | undefined
}

/** The table of users, some of whom can be selected for bulk changes. */
function Table({ rows, total, filters, onFilters }: TableProps) {
  const [chosen, setChosen] = useState<Set<string>>(new Set())
  return (
    <>
      <DataTable
        label={t`Users`}
        columns={columns()}
        rows={rows}
        idOf={({ id }) => id}
        sort={sortOf(filters.sort)}
        onSort={(sort) => onFilters(tidy({ ...filters, sort: sortName(sort) }))}
        choice={{ chosen, onChosen: setChosen, nameOf: ({ full_name }) => full_name }}
      />
      {chosen.size > 0 && (
        <BulkBar
          chosen={chosen}
          all={chosen.size === rows.length ? total : undefined}
          filters={filters}
          onDone={() => setChosen(new Set())}
        />
      )}
    </>
  )
}

const columns = (): Column<UserRow>[] => [
  {
    id: 'name',
    label: t`Name`,
    sorts: true,
    place: 'lead',
    cell: ({ id, full_name }) => (
      <TextLink to="/admin/users/$userId" params={{ userId: id }} fw={600} c="var(--ink)">
        {full_name}
      </TextLink>
    ),
  },
  {
    id: 'email',
    label: t`Email`,
    sorts: true,
    cell: ({ email, student_number }) => (
      <>
        <Text size="sm">{email}</Text>
        {student_number && (
          <Text size="sm" c="dimmed">
            <Trans>Student number {student_number}</Trans>
          </Text>
        )}
      </>
    ),
  },
  { id: 'roles', label: t`Roles`, cell: ({ roles }) => <RoleBadges roles={roles} /> },
  { id: 'state', label: t`Status`, cell: (user) => <StateBadges user={user} /> },
  {
    id: 'seen',
    label: t`Last seen`,
    sorts: true,
    cell: ({ last_seen_at }) => (last_seen_at ? <Ago at={last_seen_at} /> : '–'),
  },
  { id: 'created', label: t`Joined`, sorts: true, cell: ({ created_at }) => <Day at={created_at} /> },
]

/** Converts the sort order between URL and table. */
const sortOf = (sort: UserFilters['sort'] = 'newest'): Sort =>
  sort === 'newest' || sort === 'oldest'
    ? { by: 'created', descending: sort === 'newest' }
    : { by: sort.replace('-', ''), descending: sort.startsWith('-') }

function sortName({ by, descending }: Sort): UserFilters['sort'] {
  if (by === 'name') return descending ? '-name' : 'name'
  if (by === 'email') return descending ? '-email' : 'email'
  if (by === 'seen') return descending ? '-seen' : 'seen'
  return descending ? undefined : 'oldest' // newest first is the default
}

function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <NoMatches title={t`No matching users`} onClear={onClear}>
      <Trans>Clear some filters. The search finds the beginnings of names and email addresses.</Trans>
    </NoMatches>
  )
}

function NoUsers() {
  return (
    <Empty title={t`No users yet`}>
      <Trans>Add a user or import a CSV file.</Trans>
    </Empty>
  )
}
