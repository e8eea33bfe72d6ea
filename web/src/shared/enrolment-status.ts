import type { Schema } from '@/api/client'

export type EnrolmentStatus = Schema<'Enrollment'>['status']

/** The statuses of enrolments, in the order in which one goes through them. */
export const enrolmentStatuses = [
  'invited',
  'pending_payment',
  'waitlisted',
  'active',
  'suspended',
  'completed',
  'withdrawn',
  'expired',
] as const satisfies EnrolmentStatus[]

export const isEnrolmentStatus = (value: unknown): value is EnrolmentStatus =>
  enrolmentStatuses.some((status) => status === value)
