import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { AttendanceStatus, Room } from './api'

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
}
