import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Schema } from '@/api/client'

type Complaint = Schema<'Complaint'>

export const categories = ['course', 'instructor', 'payment', 'certificate', 'technical', 'account', 'other'] as const
export const statuses = ['new', 'open', 'waiting', 'resolved', 'closed'] as const
export const priorities = ['low', 'normal', 'high', 'urgent'] as const

/** The statuses that administrators can set, by the one that a complaint has. */
export const following: Record<Complaint['status'], Complaint['status'][]> = {
  new: ['new', 'open', 'waiting', 'resolved', 'closed'],
  open: ['open', 'waiting', 'resolved', 'closed'],
  waiting: ['open', 'waiting', 'resolved', 'closed'],
  resolved: ['open', 'resolved', 'closed'],
  closed: ['open', 'closed'],
}

export const categoryLabels: Record<Complaint['category'], MessageDescriptor> = {
  course: msg`Course`,
  instructor: msg`Instructor`,
  payment: msg`Payment`,
  certificate: msg`Certificate`,
  technical: msg`Technical problem`,
  account: msg`Account`,
  other: msg({ message: 'Something else', context: 'complaint' }),
}

export const statusLabels: Record<Complaint['status'], MessageDescriptor> = {
  new: msg({ message: 'New', context: 'complaint' }),
  open: msg({ message: 'Open', context: 'complaint' }),
  waiting: msg`Waiting for the person`,
  resolved: msg({ message: 'Resolved', context: 'complaint' }),
  closed: msg({ message: 'Closed', context: 'complaint' }),
}

/** The same, for who complained. */
export const ownStatusLabels: Record<Complaint['status'], MessageDescriptor> = {
  ...statusLabels,
  new: msg`Received`,
  open: msg({ message: 'In progress', context: 'complaint' }),
  waiting: msg`Waiting for you`,
}

export const priorityLabels: Record<Complaint['priority'], MessageDescriptor> = {
  low: msg`Low`,
  normal: msg({ message: 'Normal', context: 'priority' }),
  high: msg`High`,
  urgent: msg`Urgent`,
}

export const statusColors: Record<Complaint['status'], string> = {
  new: 'apricot',
  open: 'apricot',
  waiting: 'gray',
  resolved: 'evergreen',
  closed: 'gray',
}
