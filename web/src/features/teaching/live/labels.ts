import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { MeetingState, Room } from './api'

/** What an instructor can set. */
export const markable = ['present', 'late', 'left_early', 'partial', 'absent', 'excused', 'made_up'] as const

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
