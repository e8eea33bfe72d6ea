import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { AssignmentOverview, SubmissionDetail } from './api'

type Status = SubmissionDetail['status'] | AssignmentOverview['submission']['status']

export const statuses: Record<Status, MessageDescriptor> = {
  not_submitted: msg`Not handed in`,
  submitted: msg`Handed in`,
  pending_review: msg`Awaiting grade`,
  graded: msg`Graded, not returned`,
  returned: msg`Returned`,
}
