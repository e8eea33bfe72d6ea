import type { Schema } from '@/api/client'

type Booked = Schema<'BookedTime'>
export type Affected = NonNullable<Booked['session']>
export type AffectedBooking = NonNullable<Booked['booking']>

/** What is sent with an absence about what is in its way. */
export type Resolutions = Pick<Schema<'SickDay'>, 'resolve' | 'resolve_bookings'>
type Resolution = Schema<'Resolution'>
type BookingDecision = Schema<'BookingDecision'>

/** What an instructor decides about something that they can't give; action is empty until then. */
export type Decision = Omit<Resolution, 'session_id' | 'action'> & { action: Resolution['action'] | '' }

/** What is decided of each session, demo class and meeting, by its id. */
export type Decisions = Record<string, Decision>

/** A decision with what an action needs filled in: the nearest free time, the first substitute. */
export function decided(affected: Affected | AffectedBooking, action: Decision['action']): Decision {
  if (action === 'substitute') return { action, instructor_id: affected.substitutes[0]?.id ?? '' }
  if (action !== 'move' || !('alternatives' in affected)) return { action }
  const { date, start_time, end_time } = affected.alternatives[0] ?? affected
  return { action, date, start_time, end_time }
}

/** The id of what is decided about; undefined for what can only be waited for, such as a slot that is being booked. */
export const decidable = ({ session, booking }: Booked) => session?.id ?? booking?.id

/** What is sent; undefined while something is undecided. */
export function toResolve(booked: Booked[], decisions: Decisions): Resolutions | undefined {
  const resolve: Resolution[] = []
  const resolve_bookings: BookingDecision[] = []
  for (const { kind, session, booking } of booked) {
    const id = session?.id ?? booking?.id
    const { action, ...rest } = decisions[id ?? ''] ?? { action: '' as const }
    if (id === undefined || action === '') return undefined
    if (session) resolve.push({ session_id: id, action, ...rest })
    else if (action !== 'move' && (kind === 'demo' || kind === 'meeting' || kind === 'doubt'))
      resolve_bookings.push({ kind, id, action, ...rest })
  }
  return { ...(resolve.length && { resolve }), ...(resolve_bookings.length && { resolve_bookings }) }
}
