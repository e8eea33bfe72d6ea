// The details of a refused password or code.
import { errorDetails } from '@/api/client'

/** Seconds until a lock ends. Undefined when nothing is locked, or until an administrator unlocks. */
export function secondsLocked(error: unknown) {
  const details = errorDetails(error)
  return details && 'lockout_info' in details ? (details.lockout_info.remaining_seconds ?? undefined) : undefined
}

/** How many attempts may follow before there is a wait. Undefined when the server does not say, or when a wait has begun. */
export function attemptsLeft(error: unknown) {
  const details = errorDetails(error)
  const left = details && 'attempts_remaining' in details ? details.attempts_remaining : 0
  return left > 0 ? left : undefined
}
