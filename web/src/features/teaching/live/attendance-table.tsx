import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, NativeSelect, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { AttendanceBadge, attendanceLabels } from '@/shared/attendance'
import { type Column, DataTable } from '@/shared/data-table'
import { spent, toTime } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'
import { type AttendanceRow, attendanceQuery, type NewMark, useMark } from './api'
import { DisputeOf } from './dispute-of'
import { markable } from './labels'

type Props = {
  sessionId: string
  /** What else can be done about a learner. */
  actions: (row: AttendanceRow) => ReactNode
}

/** Who attended a session, for its instructors, who can correct it. */
export function AttendanceTable({ sessionId, actions }: Props) {
  const sheet = useQuery(attendanceQuery(sessionId))
  const mark = useMark(sessionId)
  return (
    <section aria-labelledby="attendance">
      <Title order={2} size="h3" id="attendance" mb="sm">
        <Trans>Attendance</Trans>
      </Title>
      {mark.error && <Failure error={mark.error} />}
      <QueryView
        query={sheet}
        skeleton={<Rows />}
        isEmpty={({ value }) => value.rows.length === 0}
        empty={
          <Text c="dimmed">
            <Trans>No learners are expected in this session.</Trans>
          </Text>
        }
      >
        {({ value, tag }) => (
          <DataTable
            label={t`Attendance`}
            columns={columnsFor(sessionId, value.can_edit, actions, (m) => mark.mutate({ tag, marks: [m] }))}
            rows={value.rows}
            idOf={(r) => r.user_id}
          />
        )}
      </QueryView>
    </section>
  )
}

const columnsFor = (
  sessionId: string,
  canEdit: boolean,
  actions: Props['actions'],
  onMark: (mark: NewMark) => void,
): Column<AttendanceRow>[] => [
  { id: 'name', label: t`Name`, place: 'lead', cell: (r) => <Person row={r} /> },
  { id: 'first', label: t`Arrived`, cell: (r) => (r.first_join ? toTime(r.first_join) : '–') },
  { id: 'time', label: t`Time in session`, cell: (r) => (r.seconds > 0 ? spent(r.seconds) : '–') },
  {
    id: 'status',
    label: t`Status`,
    cell: (r) => (
      <>
        <AttendanceBadge status={r.status} />
        {r.is_marked && (
          <Text size="xs" c="dimmed" mt={2}>
            {r.note || t`Set by an instructor`}
          </Text>
        )}
        {r.status === 'made_up' && !r.is_marked && <Text size="xs" c="dimmed" mt={2}>{t`In another group`}</Text>}
        <DisputeOf sessionId={sessionId} row={r} />
        {actions(r)}
      </>
    ),
  },
  ...(canEdit
    ? [
        {
          id: 'mark',
          label: t`Set status`,
          place: 'wide' as const,
          cell: (r: AttendanceRow) => <Mark row={r} onMark={onMark} />,
        },
      ]
    : []),
]

function Person({ row: { full_name, guest_of: from } }: { row: AttendanceRow }) {
  if (!from) return full_name
  return (
    <>
      {full_name}{' '}
      <Badge variant="light" color="gray" tt="none">
        <Trans>Guest</Trans>
      </Badge>
      <Text size="xs" c="dimmed">{t`From “${from}”`}</Text>
    </>
  )
}

function Mark({ row, onMark }: { row: AttendanceRow; onMark: (mark: NewMark) => void }) {
  const { user_id, full_name: name, status, is_marked, note, computed } = row
  const found = t(attendanceLabels[computed])
  const asRecorded = computed === 'pending' ? t`As recorded` : t`As recorded (${found})`
  return (
    <NativeSelect
      aria-label={t`Attendance of ${name}`}
      radius="xl"
      value={is_marked ? status : 'computed'}
      data={[
        { value: 'computed', label: asRecorded },
        ...markable.map((value) => ({ value, label: t(attendanceLabels[value]) })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onMark({ user_id, status: markable.find((m) => m === value) ?? 'computed', note })
      }
    />
  )
}
