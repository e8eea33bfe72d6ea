import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { ReportReason, ReviewSort } from './api'

export const sortLabels: Record<ReviewSort, MessageDescriptor> = {
  newest: msg`Newest first`,
  highest: msg`Highest rating first`,
  lowest: msg`Lowest rating first`,
}

export const reasonLabels: Record<ReportReason, MessageDescriptor> = {
  spam: msg`Advertising or spam`,
  offensive: msg`Offensive or hateful`,
  off_topic: msg`Not about the course`,
  personal_data: msg`Reveals personal data`,
  other: msg`Another reason`,
}
