import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { AttendanceRow, AttendanceStatus, MeetingState, Room } from './api'

export const attendanceLabels: Record<AttendanceStatus, MessageDescriptor> = {
  pending: msg`Not over yet`,
  joined: msg({ message: 'Joined', context: 'attendance' }),
  present: msg`Present`,
  late: msg`Late`,
  left_early: msg`Left early`,
  partial: msg`Partly present`,
  absent: msg`Absent`,
  excused: msg({ message: 'Excused', context: 'attendance' }),
  made_up: msg`Made up`,
}

/** What an instructor can set. */
export const markable = ['present', 'late', 'left_early', 'partial', 'absent', 'excused', 'made_up'] as const

/** What an attendance can become when a dispute is accepted. */
export const acceptable = ['present', 'late', 'left_early', 'partial', 'excused'] as const

export const sourceLabels: Record<AttendanceRow['intervals'][number]['source'], MessageDescriptor> = {
  link: msg`Opened the link`,
  room: msg`In the room in Lectern`,
  server: msg`In the room on the meeting server`,
  import: msg`In a list of participants`,
}

export const attendanceColors: Record<AttendanceStatus, string> = {
  pending: 'gray',
  joined: 'evergreen',
  present: 'evergreen',
  late: 'apricot',
  left_early: 'apricot',
  partial: 'apricot',
  absent: 'red',
  excused: 'gray',
  made_up: 'evergreen',
}

export const providerLabels: Record<Room['provider'], MessageDescriptor> = {
  none: msg`No room yet`,
  link: msg`A meeting elsewhere`,
  built_in: msg`A room in Lectern`,
  bigbluebutton: msg`BigBlueButton`,
  jitsi: msg`Jitsi`,
  zoom: msg`Zoom`,
}

export const meetingLabels: Record<MeetingState, MessageDescriptor> = {
  wanted: msg`Waiting`,
  creating: msg`Being created`,
  ready: msg({ message: 'Ready', context: 'meeting' }),
  updating: msg`Being changed`,
  failed: msg({ message: 'Failed', context: 'meeting' }),
}
