import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Checkbox, Group, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { allItems } from '@/shared/cursor-pages'
import { type Column, DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { FilterSelect } from '@/shared/filter-select'
import { decimal, spent, toMinute } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { Day } from '@/shared/moment'
import { PageHead } from '@/shared/page-head'
import { MoreButton } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { categories, categoryLabels, priorityLabels, statuses, statusLabels } from './labels'
import { administratorsQuery, type Complaint, type ComplaintFilters, complaintsQuery, statsQuery } from './staff-api'
import { StatusChip } from './status-chip'

type Props = { filters: ComplaintFilters; onFilters: (filters: ComplaintFilters) => void }

/** All complaints, newest first, with the times that run. */
export function ComplaintsPage({ filters, onFilters }: Props) {
  const complaints = useInfiniteQuery(complaintsQuery(filters))
  const isNarrowed = Object.values(filters).some(Boolean)
  return (
    <>
      <PageHead
        title={t`Complaints`}
        lead={t`Answers are due in office hours: Monday to Friday, 9:00 to 17:00 in the time zone of the school.`}
      />
      <Figures />
      <Filters filters={filters} onFilters={onFilters} />
      <QueryView
        query={complaints}
        skeleton={<Rows height={56} />}
        isEmpty={(data) => allItems(data).length === 0}
        empty={
          isNarrowed ? (
            <NoMatches title={t`No complaints`} onClear={() => onFilters({})}>
              <Trans>No complaints match these filters.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No complaints`}>
              <Trans>What users and visitors complain about appears here.</Trans>
            </Empty>
          )
        }
      >
        {(data) => (
          <>
            <DataTable label={t`Complaints`} columns={columns()} rows={allItems(data)} idOf={({ id }) => id} />
            <MoreButton query={complaints} />
          </>
        )}
      </QueryView>
    </>
  )
}

/** How well the school answers, in one line. */
function Figures() {
  const stats = useQuery(statsQuery)
  const {
    opened = 0,
    late = 0,
    unassigned = 0,
    first_answer_minutes: first,
    resolution_minutes: whole,
  } = stats.data ?? {}
  const stars = stats.data?.stars
  const facts = [
    t`Opened in 90 days: ${decimal(opened)}`,
    t`Ever late: ${decimal(late)}`,
    t`Assigned to nobody: ${decimal(unassigned)}`,
    first != null && t`First answer after ${spent(first * 60)}`,
    whole != null && t`Resolved after ${spent(whole * 60)}`,
    stars != null && t`Rating: ${decimal(stars, 1)} of 5`,
  ]
  return (
    <Text size="sm" c="dimmed" mb="md" mih={22}>
      {stats.data && facts.filter(Boolean).join(' · ')}
    </Text>
  )
}

function Filters({ filters, onFilters }: Props) {
  const administrators = useQuery(administratorsQuery)
  const set = (change: ComplaintFilters) => onFilters({ ...filters, ...change })
  return (
    <search>
      <Group align="flex-end" gap="sm" mb="md">
        <SearchField
          label={t`Complaint number or email address`}
          value={filters.search ?? ''}
          onSearch={(search) => set({ search: search || undefined })}
          flex="1 1 240px"
          maw={320}
        />
        <FilterSelect
          label={t`Status`}
          value={filters.status}
          choices={statuses.map((value) => ({ value, label: t(statusLabels[value]) }))}
          onChange={(status) => set({ status })}
        />
        <FilterSelect
          label={t`Topic`}
          value={filters.category}
          choices={categories.map((value) => ({ value, label: t(categoryLabels[value]) }))}
          onChange={(category) => set({ category })}
        />
        <FilterSelect
          label={t`Assigned to`}
          w={180}
          all={t`Anyone`}
          value={filters.assigned_to}
          choices={(administrators.data?.items ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }))}
          onChange={(assigned_to) => set({ assigned_to })}
        />
        <Checkbox
          label={t`Only late ones`}
          mb={10}
          checked={filters.late === true}
          onChange={({ currentTarget: { checked } }) => set({ late: checked || undefined })}
        />
      </Group>
    </search>
  )
}

const columns = (): Column<Complaint>[] => [
  {
    id: 'subject',
    label: t`Subject`,
    place: 'lead',
    cell: ({ id, subject }) => (
      <TextLink to="/admin/complaints/$complaintId" params={{ complaintId: id }}>
        {subject}
      </TextLink>
    ),
  },
  { id: 'from', label: t({ message: 'From', context: 'complaint' }), cell: ({ full_name }) => full_name },
  { id: 'category', label: t`Topic`, cell: ({ category }) => t(categoryLabels[category]) },
  { id: 'status', label: t`Status`, cell: ({ status }) => <StatusChip status={status} /> },
  { id: 'priority', label: t`Priority`, cell: ({ priority }) => t(priorityLabels[priority]) },
  { id: 'due', label: t`Next due`, cell: (complaint) => <Due complaint={complaint} /> },
  { id: 'assigned', label: t`Assigned to`, cell: ({ assignee_name }) => assignee_name || t`Nobody` },
  {
    id: 'opened',
    label: t({ message: 'Opened', context: 'complaint' }),
    cell: ({ created_at }) => <Day at={created_at} />,
  },
]

/** What the school owes next, and whether it is late. */
export function Due({
  complaint: { answer_due_at, answer_late, resolve_due_at, resolve_late },
}: {
  complaint: Complaint
}) {
  const at = answer_due_at ?? resolve_due_at
  if (!at) return null
  const when = toMinute(at)
  const isLate = answer_late || resolve_late
  return (
    <span>
      {answer_due_at ? t`Answer by ${when}` : t`Resolve by ${when}`}{' '}
      {isLate && (
        <Badge color="red" variant="light" tt="none">
          <Trans>Late</Trans>
        </Badge>
      )}
    </span>
  )
}
