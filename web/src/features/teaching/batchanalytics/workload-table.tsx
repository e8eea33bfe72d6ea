import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Text, Title } from '@mantine/core'

import { type Column, DataTable } from '@/shared/data-table'
import { percent, points } from '@/shared/format'
import { TextLink } from '@/shared/link'

import type { InstructorLoad } from './api'
import { stateColors, stateLabels } from './labels'
import { Meter } from './meter'

/** How much each instructor teaches: who has too much first, then by hours. */
export function WorkloadTable({ instructors, forAll }: { instructors: InstructorLoad[]; forAll: boolean }) {
  const heading = t`Workload`
  const rows = instructors.toSorted((a, b) => rank(a) - rank(b) || b.weekly_hours - a.weekly_hours)
  return (
    <section aria-label={heading}>
      <Title order={2} size="h4">
        {heading}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        <Trans>
          Hours are the average of the next 4 weeks: sessions, Q&A sessions, demo classes and meetings. Overloaded means
          more than the hours offered, or more than 10 one-to-one classes. Few learners means less than 40% of the seats
          taken.
        </Trans>
      </Text>
      <DataTable label={heading} columns={columns(forAll)} rows={rows} idOf={({ instructor_id }) => instructor_id} />
    </section>
  )
}

const rank = ({ state }: InstructorLoad) => (state === 'overloaded' ? 0 : 1)

const rate = (value: number | null) => (value === null ? '–' : percent(value))

/** Administrators get from an instructor to their availability. */
const columns = (forAll: boolean): Column<InstructorLoad>[] => [
  {
    id: 'name',
    label: t`Instructor`,
    place: 'lead',
    cell: ({ full_name, instructor_id }) =>
      forAll ? (
        <TextLink to="/admin/users/$userId/availability" params={{ userId: instructor_id }}>
          {full_name}
        </TextLink>
      ) : (
        full_name
      ),
  },
  {
    id: 'state',
    label: t`Status`,
    cell: ({ state }) => (
      <Badge variant="light" color={stateColors[state]} tt="none">
        {t(stateLabels[state])}
      </Badge>
    ),
  },
  { id: 'hours', label: t`Hours a week`, cell: (load) => <Hours load={load} /> },
  { id: 'batches', label: t`Running and upcoming`, cell: (load) => <Batches load={load} /> },
  { id: 'students', label: t`Learners`, cell: ({ students }) => students },
  {
    id: 'seats',
    label: t`Seats taken`,
    cell: ({ utilization, state }) => (
      <Meter
        label={t`Seats taken`}
        text={percent(utilization)}
        percent={utilization}
        tone={state === 'underutilized' ? 'low' : undefined}
      />
    ),
  },
  { id: 'punctual', label: t`On time`, cell: ({ on_time_start_rate }) => rate(on_time_start_rate) },
  { id: 'completed', label: t`Completed`, cell: ({ completion_rate }) => rate(completion_rate) },
]

function Hours({ load: { weekly_hours, hours_offered, outside_hours } }: { load: InstructorLoad }) {
  const taught = points(weekly_hours)
  if (hours_offered === null) return <Text size="sm">{t`${taught} h, no hours set`}</Text>
  const offered = points(hours_offered)
  return (
    <>
      <Meter
        label={t`Hours taught`}
        text={t`${taught} of ${offered} h`}
        percent={hours_offered > 0 ? (100 * weekly_hours) / hours_offered : 0}
        tone={weekly_hours > hours_offered ? 'over' : undefined}
      />
      {outside_hours > 0 && (
        <Text size="xs" c="dimmed">
          {plural(outside_hours, { one: '# session outside their hours', other: '# sessions outside their hours' })}
        </Text>
      )}
    </>
  )
}

function Batches({ load: { group, individual } }: { load: InstructorLoad }) {
  return (
    <>
      <Text size="sm">{plural(group, { one: '# group', other: '# groups' })}</Text>
      <Text size="sm">{t`${individual} of 10 one-to-one`}</Text>
    </>
  )
}
