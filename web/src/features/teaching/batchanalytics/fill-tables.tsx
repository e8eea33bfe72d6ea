import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { List, Text, Title } from '@mantine/core'

import { type Column, DataTable } from '@/shared/data-table'
import { dated } from '@/shared/format'
import { TextLink } from '@/shared/link'

import type { BatchFill, CapacityReport } from './api'
import { Meter } from './meter'

/** Groups that are half empty, and groups for which learners wait. */
export function FillTables({ underfull, wanted }: Pick<CapacityReport, 'underfull' | 'wanted'>) {
  return (
    <>
      <FillTable heading={t`Groups less than half full`} none={t`No group is less than half full.`} rows={underfull} />
      <FillTable heading={t`Groups with a waiting list`} none={t`Nobody is waiting for a seat.`} rows={wanted} />
    </>
  )
}

type Props = { heading: string; none: string; rows: BatchFill[] }

function FillTable({ heading, none, rows }: Props) {
  return (
    <section aria-label={heading}>
      <Title order={2} size="h4" mb="sm">
        {heading}
      </Title>
      {rows.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <DataTable label={heading} columns={columns()} rows={rows} idOf={({ id }) => id} />
      )}
    </section>
  )
}

const columns = (): Column<BatchFill>[] => [
  { id: 'name', label: t`Batch`, place: 'lead', cell: (batch) => <BatchLink batch={batch} /> },
  { id: 'course', label: t`Course`, cell: ({ course_title }) => course_title },
  { id: 'instructor', label: t`Instructor`, cell: ({ instructor_name }) => instructor_name || '–' },
  { id: 'start', label: t`Begins`, cell: ({ start_date }) => dated(start_date) },
  {
    id: 'seats',
    label: t`Seats`,
    cell: ({ enrolled, capacity }) => (
      <Meter
        label={t`Seats taken`}
        text={t`${enrolled} of ${capacity} seats`}
        percent={(100 * enrolled) / capacity}
        tone={2 * enrolled < capacity ? 'low' : undefined}
      />
    ),
  },
  { id: 'waiting', label: t`Waiting list`, cell: ({ waiting }) => waiting },
]

function BatchLink({ batch: { id: batchId, batch_name } }: { batch: BatchFill }) {
  return (
    <TextLink to="/batches/$batchId" params={{ batchId }}>
      {batch_name}
    </TextLink>
  )
}

/** Pairs of groups that fit into one. */
export function MergeHints({ hints }: { hints: CapacityReport['merge_hints'] }) {
  const heading = t`Groups that fit into one`
  if (hints.length === 0) return null
  return (
    <section aria-label={heading}>
      <Title order={2} size="h4">
        {heading}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        <Trans>
          Two groups of one course that are less than half full and begin within 14 days. Transfer the members of the
          smaller one, then cancel it.
        </Trans>
      </Text>
      <List spacing="xs">
        {hints.map(({ from, into, enrolled }) => (
          <List.Item key={from.id}>
            <Trans>
              <BatchLink batch={from} /> (<Plural value={from.enrolled} one="# member" other="# members" />, begins{' '}
              {dated(from.start_date)}) fits into <BatchLink batch={into} /> (begins {dated(into.start_date)}):{' '}
              {enrolled} of {into.capacity} seats would be taken.
            </Trans>
          </List.Item>
        ))}
      </List>
    </section>
  )
}
