import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { type Column, DataTable } from '@/shared/data-table'
import { Empty, NoMatches } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'
import { options } from '@/shared/options'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { PeriodFields } from '@/shared/period-fields'
import { personName } from '@/shared/person-name'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { here } from '@/shared/time-zones'

import type { DemoBooking } from './api'
import { DemoRoomButton } from './demo-room'
import { type DemoFilters, narrowed, periodOf, statusOf } from './filters'
import { filterLabels } from './labels'
import { StaffActions } from './staff-actions'
import { bookingsQuery, useExport } from './staff-api'
import { StaffFigures } from './staff-figures'
import { StatusBadge } from './status-badge'
import { shortTime } from './zoned'

type Props = {
  /** Whose demo classes are shown; '' for all. */
  instructorId: string
  filters: DemoFilters
  onFilters: (filters: DemoFilters) => void
  /** A link to what was said about them. */
  children: ReactNode
}

/** Demo classes for those who give them, and all of them for administrators. */
export function StaffPage({ instructorId, filters, onFilters, children }: Props) {
  const bookings = useQuery(bookingsQuery(instructorId, filters))
  const { page: _, ...narrowing } = filters
  const sheet = useExport(periodOf(filters))
  return (
    <>
      <PageHead title={t`Demo classes`} lead={t`Demo classes that visitors have booked, and their outcome.`}>
        {children}
        {instructorId && <DemoRoomButton />}
        <Button variant="default" loading={sheet.isPending} onClick={() => sheet.mutate()}>
          <Trans>Export CSV</Trans>
        </Button>
      </PageHead>
      {sheet.error && <Failure error={sheet.error} />}
      <Filters filters={filters} onFilters={onFilters} />
      <StaffFigures period={periodOf(filters)} />
      <QueryView
        query={bookings}
        skeleton={<Rows height={72} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          Object.keys(narrowing).length > 0 ? (
            <NoMatches title={t`No matching demo classes`} onClear={() => onFilters({})}>
              <Trans>No demo class matches your filters.</Trans>
            </NoMatches>
          ) : (
            <Empty
              title={t`No demo classes yet`}
              action={
                <ButtonLink to="/demo" variant="default">
                  <Trans>Booking page</Trans>
                </ButtonLink>
              }
            >
              <Trans>Visitors book them on the booking page, at times when instructors are free.</Trans>
            </Empty>
          )
        }
      >
        {({ items, pagination }) => (
          <>
            <Total
              pagination={pagination}
              counted={(n) => plural(n, { one: '# demo class', other: '# demo classes' })}
            />
            <DataTable
              label={t`Demo classes`}
              columns={columnsOf(instructorId === '')}
              rows={items}
              idOf={({ id }) => id}
            />
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
    <Group component="search" align="flex-end" mb="md">
      <NativeSelect
        label={t`Status`}
        value={filters.status ?? ''}
        data={[{ value: '', label: t`Any status` }, ...options(filterLabels)]}
        onChange={({ currentTarget: { value } }) => set({ status: statusOf(value) })}
      />
      <PeriodFields
        from={filters.startDate ?? ''}
        to={filters.endDate ?? ''}
        onFrom={(startDate) => set({ startDate })}
        onTo={(endDate) => set({ endDate })}
      />
    </Group>
  )
}

const columnsOf = (forAll: boolean): Column<DemoBooking>[] => [
  {
    id: 'time',
    label: t`Date and time`,
    place: 'lead',
    cell: ({ timeSlot }) => <time dateTime={timeSlot}>{shortTime(timeSlot, here())}</time>,
  },
  { id: 'visitor', label: t`Visitor`, cell: (b) => <Visitor booking={b} /> },
  ...(forAll
    ? [
        {
          id: 'instructor',
          label: t`Instructor`,
          cell: (b: DemoBooking) => (b.instructor ? personName(b.instructor.fullName) : '–'),
        },
      ]
    : []),
  { id: 'source', label: t`Source`, cell: (b) => <Source booking={b} /> },
  { id: 'status', label: t`Status`, cell: (b) => <Status booking={b} /> },
  { id: 'actions', label: t`Actions`, place: 'end', cell: (b) => <StaffActions booking={b} canAssign={forAll} /> },
]

function Visitor({ booking: { fullName, email, phoneNumber, requirements } }: { booking: DemoBooking }) {
  return (
    <>
      <Text fw={600}>{personName(fullName)}</Text>
      <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[email, phoneNumber].filter(Boolean).join(' · ')}
      </Text>
      {requirements && (
        <Text size="sm" lineClamp={2} title={requirements} maw={320}>
          {requirements}
        </Text>
      )}
    </>
  )
}

/** Where the booking came from; administrators also see the campaign. */
function Source({ booking: { source, utmParameters: utm } }: { booking: DemoBooking }) {
  const campaign = [utm?.source, utm?.medium, utm?.campaign].filter(Boolean).join(' / ')
  return (
    <>
      <Text size="sm">{source === 'website' ? t`Website` : source}</Text>
      {(campaign || utm?.referrer) && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {campaign || utm?.referrer}
        </Text>
      )}
    </>
  )
}

function Status({ booking }: { booking: DemoBooking }) {
  return (
    <>
      <StatusBadge status={booking.status} />
      {noteOf(booking) && (
        <Text size="xs" c="dimmed" mt={2}>
          {noteOf(booking)}
        </Text>
      )}
    </>
  )
}

function noteOf({
  status,
  lateCancellation,
  noShowSide,
  outcomeMissing,
  reschedules,
  convertedAt,
  zoomFailed,
}: DemoBooking) {
  if (zoomFailed) return t`The Zoom meeting couldn't be created`
  if (convertedAt) return t`Led to an enrolment`
  if (outcomeMissing) return t`Outcome missing`
  if (status === 'cancelled' && lateCancellation) return t`Less than 2 hours before`
  if (status === 'no_show') return noShowSide === 'instructor' ? t`By the instructor` : t`By the visitor`
  if (status === 'confirmed' && reschedules > 0)
    return plural(reschedules, { one: 'Moved once', other: 'Moved # times' })
  return ''
}
