import { msg } from '@lingui/core/macro'

import type { Proposal } from './api'

export const proposalStatuses = {
  draft: msg`Draft`,
  sent: msg`Sent`,
  viewed: msg`Opened`,
  accepted: msg({ message: 'Accepted', context: 'proposal' }),
  declined: msg`Declined`,
  expired: msg`No longer valid`,
} satisfies Record<Proposal['status'], unknown>
