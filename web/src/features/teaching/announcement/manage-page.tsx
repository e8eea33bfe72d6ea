import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group, NativeSelect, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { list, toMinute } from '@/shared/format'
import { ButtonLink, TextLink } from '@/shared/link'
import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { personName } from '@/shared/person-name'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { type Announcement, managedQuery } from './api'
import { audienceNames } from './audience-names'
import { BulkStatus } from './bulk-status'
import { DeleteButton } from './delete-button'
import type { ManagedFilters } from './filters'
import { priorityOf, statuses, typeLabels } from './labels'

type Props = {
  filters: ManagedFilters
  onFilters: (filters: ManagedFilters) => void
  /** The user may change the status of many at once: administrators. */
  canChangeMany: boolean
  /** Links beside that to a new announcement. */
  children?: ReactNode
}

/** The announcements that the user can change, or that concern what they teach. */
export function ManagePage({ filters, onFilters, canChangeMany, children }: Props) {
  const announcements = useQuery(managedQuery(filters))
  const [chosen, setChosen] = useState(new Set<string>())
  const { page: _, ...narrowing } = filters
  const narrowed = Object.keys(narrowing).length > 0
  return (
    <>
      <PageHead title={t`Announcements`} lead={t`Tell learners what is new, and see who has read it.`}>
        {children}
        <ButtonLink to="/announcements/new" leftSection={<IconPlus size={18} />}>
          <Trans>New announcement</Trans>
        </ButtonLink>
      </PageHead>
      <Filters filters={filters} onFilters={onFilters} />
      <QueryView
        query={announcements}
        skeleton={<Rows height={72} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          narrowed ? (
            <NoMatches title={t`No announcements match`} onClear={() => onFilters({})}>
              <Trans>Change the filters or clear them.</Trans>
            </NoMatches>
          ) : (
            <Empty
              title={t`No announcements yet`}
              action={
                <ButtonLink to="/announcements/new">
                  <Trans>New announcement</Trans>
                </ButtonLink>
              }
            >
              <Trans>Announcements that you write appear here.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <Total
              pagination={pagination}
              counted={(total) => plural(total, { one: '# announcement', other: '# announcements' })}
            />
            {canChangeMany && chosen.size > 0 && <BulkStatus ids={[...chosen]} onDone={() => setChosen(new Set())} />}
            <Table rows={items} {...(canChangeMany && { chosen, onChosen: setChosen })} />
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </>
        )}
      </QueryView>
    </>
  )
}

function Filters({ filters: { page: _, ...filters }, onFilters }: Pick<Props, 'filters' | 'onFilters'>) {
  const choose = (name: 'status' | 'type' | 'priority', labels: Parameters<typeof options>[0], all: string) => (
    <NativeSelect
      aria-label={all}
      value={filters[name] ?? ''}
      data={[{ value: '', label: all }, ...options(labels)]}
      onChange={(event) => {
        const { [name]: __, ...others } = filters
        const value = event.currentTarget.value
        onFilters(value ? { ...others, [name]: value } : others)
      }}
    />
  )
  return (
    <Group gap="sm" mb="md" role="group" aria-label={t`Filters`}>
      <SearchField
        label={t`Search by title`}
        value={filters.search ?? ''}
        onSearch={(search) => {
          const { search: __, ...others } = filters
          onFilters(search ? { ...others, search } : others)
        }}
      />
      {choose('status', statuses, t`All statuses`)}
      {choose('type', typeLabels, t`All types`)}
      {choose('priority', priorityLabels, t`All priorities`)}
    </Group>
  )
}

const priorityLabels = Object.fromEntries(
  (['low', 'medium', 'high', 'urgent'] as const).map((name) => [name, priorityOf(name).label]),
)

type TableProps = { rows: Announcement[]; chosen?: Set<string>; onChosen?: (chosen: Set<string>) => void }

function Table({ rows, chosen, onChosen }: TableProps) {
  return (
    <DataTable
      label={t`Announcements`}
      rows={rows}
      idOf={({ id }) => id}
      {...(chosen && onChosen && { choice: { chosen, onChosen, nameOf: ({ title }: Announcement) => title } })}
      columns={[
        { id: 'title', label: t`Title`, place: 'lead', cell: (a) => <TitleCell announcement={a} /> },
        { id: 'status', label: t`Status`, cell: (a) => <StatusCell announcement={a} /> },
        { id: 'audience', label: t`Audience`, cell: (a) => list(audienceNames(a.audiences ?? [])) || '–' },
        { id: 'publish', label: t`Published`, cell: ({ publishDate }) => toMinute(publishDate) },
        { id: 'actions', label: t`Actions`, place: 'end', cell: (a) => <Actions announcement={a} /> },
      ]}
    />
  )
}

const TitleCell = ({ announcement: { id, title, authorName } }: { announcement: Announcement }) => (
  <>
    <TextLink to="/announcements/$announcementId" params={{ announcementId: id }} fw={600}>
      {title}
    </TextLink>
    <Text size="sm" c="dimmed">
      {personName(authorName)}
    </Text>
  </>
)

function StatusCell({ announcement: { status, priority } }: { announcement: Announcement }) {
  const importance = priorityOf(priority)
  return (
    <Group gap={6}>
      <Badge variant="light" color={statuses[status].color}>
        {t(statuses[status].label)}
      </Badge>
      <Badge variant="light" color={importance.color}>
        {t(importance.label)}
      </Badge>
    </Group>
  )
}

function Actions({ announcement: { id, title, canEdit } }: { announcement: Announcement }) {
  if (!canEdit) return null
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <ButtonLink
        variant="default"
        size="xs"
        h={36}
        to="/announcements/$announcementId/edit"
        params={{ announcementId: id }}
        preload={false}
        aria-label={t`Edit “${title}”`}
      >
        <Trans>Edit</Trans>
      </ButtonLink>
      <DeleteButton id={id} title={title} />
    </Group>
  )
}
