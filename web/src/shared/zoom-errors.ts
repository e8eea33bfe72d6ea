import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Schema } from '@/api/client'

type ZoomError = Schema<'SessionMeeting'>['error']

/** Why a meeting at Zoom is not ready. */
export const zoomErrors: Record<Exclude<ZoomError, ''>, MessageDescriptor> = {
  no_host: msg`No host is free at this time. An administrator can add hosts.`,
  no_budget: msg`Its host has reached the number of changes that Zoom allows per day.`,
  too_many_calls: msg`Zoom received too many requests.`,
  unreachable: msg`Zoom doesn't answer.`,
  provider_fault: msg`Zoom has a problem at the moment.`,
  not_authorized: msg`Zoom rejects the app that your school uses. An administrator can check its settings.`,
  refused: msg`Zoom refuses to create this meeting.`,
}
