// The details of a refused password or code.
import { errorDetails } from '@/api/client'

/** Seconds until a lockout ends. Undefined if there is none, or if only an administrator can end it. */
export function secondsLocked(error: unknown) {
  const details = errorDetails(error)
  return details && 'lockout_info' in details ? (details.lockout_info.remaining_seconds ?? undefined) : undefined
}

/** How many attempts are left before a lockout. Undefined if the server does not say, or if one has begun. */
export function attemptsLeft(error: unknown) {
  const details = errorDetails(error)
  const left = details && 'attempts_remaining' in details ? details.attempts_remaining : 0
  return left > 0 ? left : undefined
}
