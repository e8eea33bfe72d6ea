import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { dated } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { personName } from '@/shared/person-name'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { SearchField } from '@/shared/search-field'

import { type Batch, type BatchScope, batchesQuery } from './api'
import { BatchState } from './batch-state'
import { type BatchFilters, isNarrowed, narrowed, sortOf, statusOf, typeOf } from './filters'
import { sortLabels, statusLabels, typeLabels } from './labels'
import { Seats } from './seats'

type Props = {
  scope: BatchScope
  filters: BatchFilters
  onFilters: (filters: BatchFilters) => void
  /** Starts a new batch. */
  create: ReactNode
  /** What else is above the list. */
  more?: ReactNode
}

/** The batches of a course or of an instructor, for those who teach them. */
export function BatchesPage({ scope, filters, onFilters, create, more }: Props) {
  const batches = useQuery(batchesQuery(scope, filters))
  const ofCourse = scope !== 'all' && 'courseId' in scope
  return (
    <>
      <PageHead
        title={t`Batches`}
        lead={t`Groups and one-to-one classes that take a course together, with their sessions.`}
      >
        {more}
        {create}
      </PageHead>
      <Filters filters={filters} onFilters={onFilters} />
      <QueryView
        query={batches}
        skeleton={<Rows />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          isNarrowed(filters) ? (
            <NoMatches title={t`No matching batches`} onClear={() => onFilters({})}>
              <Trans>No batch matches your search and filters.</Trans>
            </NoMatches>
          ) : (
            <Empty title={t`No batches yet`} action={create}>
              <Trans>Create a batch to give learners fixed dates, an instructor and a seat.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <Total pagination={pagination} counted={(n) => plural(n, { one: '# batch', other: '# batches' })} />
            <DataTable label={t`Batches`} columns={columnsOf(ofCourse)} rows={items} idOf={(b) => b.id} />
            <Pages pagination={pagination} onPage={(page) => onFilters({ ...filters, page })} />
          </>
        )}
      </QueryView>
    </>
  )
}

function Filters({ filters, onFilters }: Pick<Props, 'filters' | 'onFilters'>) {
  const set = (change: Parameters<typeof narrowed>[1]) => onFilters(narrowed(filters, change))
  return (
    <Group component="search" mb="sm">
      <SearchField
        label={t`Search batches`}
        value={filters.search ?? ''}
        onSearch={(search) => set({ search: search || undefined })}
      />
      <NativeSelect
        aria-label={t`Status`}
        radius="xl"
        value={filters.status ?? ''}
        data={[{ value: '', label: t`Any status` }, ...options(statusLabels)]}
        onChange={({ currentTarget: { value } }) => set({ status: statusOf(value) })}
      />
      <NativeSelect
        aria-label={t`Type`}
        radius="xl"
        value={filters.type ?? ''}
        data={[{ value: '', label: t`Any type` }, ...options(typeLabels)]}
        onChange={({ currentTarget: { value } }) => set({ type: typeOf(value) })}
      />
      <NativeSelect
        aria-label={t`Sort by`}
        radius="xl"
        value={filters.sort ?? 'start_date'}
        data={options(sortLabels)}
        onChange={({ currentTarget: { value } }) => set({ sort: sortOf(value) })}
      />
      <Checkbox
        label={t`Archived`}
        checked={filters.archived ?? false}
        onChange={({ currentTarget: { checked } }) => set({ archived: checked || undefined })}
      />
    </Group>
  )
}

const columnsOf = (ofCourse: boolean): Column<Batch>[] => [
  {
    id: 'name',
    label: t`Batch`,
    place: 'lead',
    cell: ({ id: batchId, batch_name, batch_code, open_disputes: open = 0 }) => (
      <>
        <TextLink to="/batches/$batchId" params={{ batchId }}>
          {batch_name}
        </TextLink>
        <Text size="xs" c="dimmed">
          {batch_code}
        </Text>
        {open > 0 && (
          <TextLink to="/batches/$batchId" params={{ batchId }} hash="disputes" size="xs">
            {plural(open, { one: '# open dispute', other: '# open disputes' })}
          </TextLink>
        )}
      </>
    ),
  },
  ...(ofCourse ? [] : [{ id: 'course', label: t`Course`, cell: (b: Batch) => b.course_details.title }]),
  { id: 'type', label: t`Type`, cell: (b) => t(typeLabels[b.batch_type]) },
  { id: 'dates', label: t`Dates`, cell: (b) => `${dated(b.start_date)} – ${dated(b.end_date)}` },
  {
    id: 'instructor',
    label: t`Instructor`,
    cell: (b) => (b.instructor_details ? personName(b.instructor_details.full_name) : '–'),
  },
  { id: 'seats', label: t`Seats`, cell: (b) => <Seats {...b} /> },
  { id: 'status', label: t`Status`, cell: (b) => <BatchState status={b.status} /> },
]
