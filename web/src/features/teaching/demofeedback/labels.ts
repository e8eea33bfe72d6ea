import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { DemoFeedback } from './api'
import type { Period } from './filters'

export type Quality = DemoFeedback['contentQuality']

/** Best first. */
export const qualityLabels: Record<Quality, MessageDescriptor> = {
  excellent: msg`Excellent`,
  good: msg`Good`,
  average: msg`Average`,
  poor: msg`Poor`,
}

export const periodLabels: Record<Period, MessageDescriptor> = {
  day: msg`Day`,
  week: msg`Week`,
  month: msg`Month`,
}
