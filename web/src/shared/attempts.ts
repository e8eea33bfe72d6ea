// What the server tells beside a refused password or code.
import { told } from '@/api/client'

/** Seconds until a lock ends. Undefined when nothing is locked, or until an administrator unlocks. */
export function secondsLocked(error: unknown) {
  const info = told(error)
  return info && 'lockout_info' in info ? (info.lockout_info.remaining_seconds ?? undefined) : undefined
}

/** How many attempts may follow before there is a wait. Undefined when the server does not tell, or one has begun. */
export function attemptsLeft(error: unknown) {
  const info = told(error)
  const left = info && 'attempts_remaining' in info ? info.attempts_remaining : 0
  return left > 0 ? left : undefined
}
