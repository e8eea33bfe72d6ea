import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Schema } from '@/api/client'

export const bookedLabels: Record<Schema<'BookedTime'>['kind'], MessageDescriptor> = {
  session: msg`Session`,
  doubt: msg`Q&A session`,
  demo: msg`Demo class`,
  hold: msg`Demo class that is being booked`,
  meeting: msg`Meeting`,
  time_off: msg`Time off`,
}
