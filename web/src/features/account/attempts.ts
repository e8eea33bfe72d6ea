// What the server tells beside a refused password, in the member `error` of the problem (LockoutAnswer, AttemptsLeft in
// the Go program): the schema leaves that member open, so it is read member by member.
import { ApiError } from '@/api/client'

const member = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined

const figure = (value: unknown) => (typeof value === 'number' ? value : undefined)

const toldBy = (error: unknown) => (error instanceof ApiError ? error.problem?.error : undefined)

/** Seconds until a lock ends. Undefined when nothing is locked, or until an administrator unlocks. */
export const secondsLocked = (error: unknown) =>
  figure(member(member(toldBy(error), 'lockout_info'), 'remaining_seconds'))

/** How many attempts may follow before there is a wait. Undefined when the server does not tell, or one has begun. */
export function attemptsLeft(error: unknown) {
  const left = figure(member(toldBy(error), 'attempts_remaining'))
  return left && left > 0 ? left : undefined
}
