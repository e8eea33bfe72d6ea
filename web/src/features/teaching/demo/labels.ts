import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { DemoBooking } from './api'
import type { DemoStatusFilter } from './filters'

export const statusLabels: Record<DemoBooking['status'], MessageDescriptor> = {
  confirmed: msg`Confirmed`,
  completed: msg`Completed`,
  cancelled: msg`Class cancelled`,
  no_show: msg`Missed`,
}

export const statusColors: Record<DemoBooking['status'], string> = {
  confirmed: 'apricot',
  completed: 'evergreen',
  cancelled: 'gray',
  no_show: 'red',
}

export const filterLabels: Record<DemoStatusFilter, MessageDescriptor> = {
  ...statusLabels,
  pending: msg`Outcome missing`,
  rescheduled: msg`Moved`,
}
