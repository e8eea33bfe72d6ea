import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { CapacityReport, InstructorLoad, Timeframe } from './api'

export const stateLabels: Record<InstructorLoad['state'], MessageDescriptor> = {
  overloaded: msg`Overloaded`,
  underutilized: msg`Few learners`,
  optimal: msg`Balanced`,
}

export const stateColors: Record<InstructorLoad['state'], string> = {
  overloaded: 'red',
  underutilized: 'apricot',
  optimal: 'evergreen',
}

export const timeframeLabels: Record<Timeframe, MessageDescriptor> = {
  week: msg`Week`,
  month: msg`Month`,
  quarter: msg`Quarter`,
  year: msg`Year`,
}

export const statusLabels: Record<CapacityReport['by_status'][number]['status'], MessageDescriptor> = {
  Upcoming: msg`Upcoming`,
  Active: msg`Running`,
  Completed: msg`Ended`,
  Cancelled: msg({ message: 'Cancelled', context: 'batch' }),
}
