import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Badge, List } from '@mantine/core'

import type { Schema } from '@/api/client'

import { toTime } from './format'

/** The attendance of someone in a session of a batch, or in a meeting outside of batches. */
export type AttendanceStatus = Schema<'AttendanceRow'>['status'] | Schema<'MeetingAttendee'>['status']

export const attendanceLabels: Record<AttendanceStatus, MessageDescriptor> = {
  pending: msg`Not over yet`,
  unknown: msg`Not recorded`,
  joined: msg({ message: 'Joined', context: 'attendance' }),
  present: msg`Present`,
  late: msg`Late`,
  left_early: msg`Left early`,
  partial: msg`Partly present`,
  absent: msg`Absent`,
  excused: msg({ message: 'Excused', context: 'attendance' }),
  made_up: msg`Made up`,
}

const colors: Record<AttendanceStatus, string> = {
  pending: 'gray',
  unknown: 'gray',
  joined: 'evergreen',
  present: 'evergreen',
  late: 'apricot',
  left_early: 'apricot',
  partial: 'apricot',
  absent: 'red',
  excused: 'gray',
  made_up: 'evergreen',
}

/** A time in which someone was there. */
export type Stay = Schema<'AttendanceInterval'> | Schema<'MeetingStay'>

const sourceLabels: Record<Stay['source'], MessageDescriptor> = {
  link: msg`Opened the link`,
  room: msg`In the room in Lectern`,
  server: msg`In the room on the meeting server`,
  import: msg`In a list of participants`,
}

/** Whether someone was there. */
export const AttendanceBadge = ({ status }: { status: AttendanceStatus }) => (
  <Badge variant="light" color={colors[status]} tt="none">
    {t(attendanceLabels[status])}
  </Badge>
)

/** When someone was there, with how that is known. */
export const Stays = ({ stays }: { stays: Stay[] }) =>
  stays.length > 0 && (
    <List size="sm" listStyleType="none">
      {stays.map(({ source, joined_at, left_at }) => (
        <List.Item key={source + joined_at}>
          {toTime(joined_at)}
          {left_at && `–${toTime(left_at)}`} · {t(sourceLabels[source])}
        </List.Item>
      ))}
    </List>
  )
