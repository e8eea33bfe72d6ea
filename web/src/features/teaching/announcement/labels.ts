// tsc reports a missing label when the server's API gets a new value.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Announcement } from './api'

export const typeLabels: Record<Announcement['type'], MessageDescriptor> = {
  general: msg`General`,
  course: msg`Course`,
  batch: msg`Batch`,
  schedule_change: msg`Schedule change`,
  maintenance: msg`Maintenance`,
  payment: msg`Payment`,
  event: msg({ message: 'Event', context: 'announcement' }),
}

type Priority = { label: MessageDescriptor; color: string }

export const priorities: Record<Announcement['priority'], Priority> = {
  low: { label: msg`Low`, color: 'gray' },
  medium: { label: msg`Medium`, color: 'blue' },
  high: { label: msg`High`, color: 'apricot' },
  urgent: { label: msg`Urgent`, color: 'red' },
}

/** The label and colour of a priority; those of medium for one that this version of the app does not know. */
export const priorityOf = (priority: string): Priority =>
  Object.entries(priorities).find(([name]) => name === priority)?.[1] ?? priorities.medium

type Status = { label: MessageDescriptor; color: string }

export const statuses: Record<Announcement['status'], Status> = {
  draft: { label: msg`Draft`, color: 'gray' },
  scheduled: { label: msg`Scheduled`, color: 'blue' },
  published: { label: msg`Published`, color: 'evergreen' },
  expired: { label: msg`Expired`, color: 'gray' },
  archived: { label: msg`Archived`, color: 'gray' },
}

/** The audiences that administrators choose by name. */
export const groupLabels: Record<string, MessageDescriptor> = {
  all: msg`Everyone`,
  students: msg`Students`,
  instructors: msg`Instructors`,
  corporate: msg`Corporate clients`,
  admins: msg`Administrators`,
}

export const notifyLabels: Record<NonNullable<Announcement['notify']>, MessageDescriptor> = {
  none: msg`No notification`,
  in_app: msg`Notification in the app`,
  mail: msg`Notification and email`,
}
