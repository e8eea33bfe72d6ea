import { msg } from '@lingui/core/macro'

import type { Outcome, Registrant } from './api'

/** Statuses of a registration. */
export const statusLabels = {
  approved: msg`Approved`,
  cancelled: msg({ message: 'Cancelled', context: 'registration' }),
  denied: msg`Denied`,
} satisfies Record<Registrant['status'], unknown>

export const statusColors: Record<Registrant['status'], string> = {
  approved: 'evergreen',
  cancelled: 'gray',
  denied: 'red',
}

/** Why a registration was not changed. */
export const reasonLabels = {
  '': msg`No reason known.`,
  registrant_not_found: msg`This meeting has no such registrant.`,
  registrant_limit: msg`Zoom takes no more changes of this registration today. Try again tomorrow.`,
  meeting_server_unavailable: msg`Zoom doesn't answer as it should. Try again in a minute.`,
} satisfies Record<Outcome['reason'], unknown>
