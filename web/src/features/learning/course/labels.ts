// tsc reports a missing label when the server's API gets a new value.
import { t } from '@lingui/core/macro'
import type { Schema } from '@/api/client'

type Course = Schema<'Course'>

export const typeLabels: Record<Course['course_type'], { label: string; color: string }> = {
  blended: { label: 'Blended', color: 'evergreen' },
  live: { label: 'Live cohort', color: 'apricot' },
  free: { label: 'Free', color: 'evergreen' },
}

export const levelLabels: Record<Course['level'], string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
}

/** Who may learn in a free course. */
export const accessLabels: Record<Schema<'FreeAccess'>['access_type'], string> = {
  open: 'Everybody, without an account',
  registered: 'Users who enrol',
  by_date: 'Users who enrol, between two dates',
}

/** The names of a course's teachers, on one line. */
export const taughtBy = ({ instructors }: Pick<Course, 'instructors'>) =>
  instructors.map((i) => i.full_name).join(', ') || t`Teacher to be announced`

export const statusLabels: Record<Course['status'], string> = {
  draft: 'Draft',
  Published: 'Published',
  archived: 'Archived',
}

/** The status of a course, in words for its teachers. */
export const statusTexts: Record<Course['status'], string> = {
  draft: 'This course is a draft: only its teachers see it.',
  Published: 'This course is in the catalogue.',
  archived: 'This course is archived: only its teachers and who is enrolled see it.',
}

type EnrollmentStatus = Schema<'Enrollment'>['status']
export type PlaceAction = Schema<'EnrollmentChange'>['action']

export const enrollmentLabels: Record<EnrollmentStatus, string> = {
  invited: 'Invited',
  pending_payment: 'Waits for payment',
  waitlisted: 'On the waiting list',
  active: 'Active',
  suspended: 'Suspended',
  completed: 'Completed',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
}

/** Why an enrollment does not let its user learn; statuses without a text do. */
export const waitingTexts: Partial<Record<EnrollmentStatus, string>> = {
  invited: 'You are invited to this course.',
  pending_payment: 'Your place is kept until it is paid for.',
  waitlisted: 'You are on the waiting list of this course.',
  suspended: 'Your enrolment is suspended. Please ask your instructor.',
  expired: 'Your access to this course has ended.',
}

export const isEnrollmentStatus = (value: string): value is EnrollmentStatus => value in enrollmentLabels

const activate = { action: 'activate', label: 'Let in' } as const
const suspend = { action: 'suspend', label: 'Suspend' } as const
const reactivate = { action: 'reactivate', label: 'Reactivate' } as const
const withdraw = { action: 'withdraw', label: 'Remove' } as const

/** The actions that each status of an enrollment allows. */
export const placeActions: Record<EnrollmentStatus, { action: PlaceAction; label: string }[]> = {
  invited: [activate, withdraw],
  pending_payment: [activate, withdraw],
  waitlisted: [activate, withdraw],
  active: [suspend, withdraw],
  suspended: [reactivate, withdraw],
  completed: [suspend, withdraw],
  withdrawn: [],
  expired: [reactivate, withdraw],
}
