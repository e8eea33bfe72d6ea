import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Batch } from './api'
import type { BatchSort } from './filters'
import type { MemberStatus } from './members-api'

export const statusLabels: Record<Batch['status'], MessageDescriptor> = {
  Upcoming: msg`Upcoming`,
  Active: msg`Running`,
  Completed: msg`Ended`,
  Cancelled: msg({ message: 'Cancelled', context: 'batch' }),
}

export const typeLabels: Record<Batch['batch_type'], MessageDescriptor> = {
  group: msg`Group`,
  individual: msg`One-to-one`,
}

export const sortLabels: Record<BatchSort, MessageDescriptor> = {
  start_date: msg`Start date`,
  createdAt: msg`Newest`,
  batch_name: msg`Name`,
  fill: msg`Fullest`,
}

export const memberLabels: Record<MemberStatus, MessageDescriptor> = {
  active: msg`Active`,
  on_hold: msg`On hold`,
  completed: msg`Completed`,
  dropped: msg`Left`,
}

export const memberColors: Record<MemberStatus, string> = {
  active: 'evergreen',
  on_hold: 'apricot',
  completed: 'gray',
  dropped: 'gray',
}
