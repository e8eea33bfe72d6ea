// tsc reports a missing label when the server's API gets a new value.
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'
import type { EnrolmentStatus } from '@/shared/enrolment-status'
import { list } from '@/shared/format'

type Course = Schema<'Course'>

/** The formats of courses. */
export const typeLabels: Record<Course['course_type'], MessageDescriptor> = {
  blended: msg`Blended`,
  live: msg`Live`,
  free: msg`Self-paced`,
}

export const typeColors: Record<Course['course_type'], string> = {
  blended: 'evergreen',
  live: 'apricot',
  free: 'evergreen',
}

export const levelLabels: Record<Course['level'], MessageDescriptor> = {
  beginner: msg`Beginner`,
  intermediate: msg`Intermediate`,
  advanced: msg`Advanced`,
}

/** Who may learn in a free course. */
export const accessLabels: Record<Schema<'FreeAccess'>['access_type'], MessageDescriptor> = {
  open: msg`Everyone, without an account`,
  registered: msg`Learners who enrol`,
  by_date: msg`Learners who enrol, between two dates`,
}

/** The names of a course's instructors, on one line. */
export const taughtBy = ({ instructors }: Pick<Course, 'instructors'>) =>
  list(instructors.map((i) => i.full_name)) || t`Instructor to be announced`

export const statusLabels: Record<Course['status'], MessageDescriptor> = {
  draft: msg`Draft`,
  Published: msg`Published`,
  archived: msg`Archived`,
}

/** The status of a course, in words for its instructors. */
export const statusTexts: Record<Course['status'], MessageDescriptor> = {
  draft: msg`This course is a draft. Only its instructors can see it.`,
  Published: msg`This course is published in the catalogue.`,
  archived: msg`This course is archived. Only its instructors and enrolled learners can see it.`,
}

/** Why an enrollment does not let its user learn; statuses without a text do. */
export const waitingTexts: Partial<Record<EnrolmentStatus, MessageDescriptor>> = {
  invited: msg`You're invited to this course.`,
  pending_payment: msg`Your enrolment is awaiting payment.`,
  waitlisted: msg`You're on the waiting list for this course.`,
  suspended: msg`Your enrolment is suspended. Contact your instructor.`,
  expired: msg`Your access to this course has ended.`,
}
