import type { Schema } from '@/api/client'

export type Affected = NonNullable<Schema<'BookedTime'>['session']>
export type Resolution = Schema<'Resolution'>

/** What an instructor decides about a session that they can't teach; action is empty until then. */
export type Decision = Omit<Resolution, 'session_id' | 'action'> & { action: Resolution['action'] | '' }

/** What is decided of each session, by its id. */
export type Decisions = Record<string, Decision>

/** A decision with what an action needs filled in: the nearest free time, the first substitute. */
export function decided(session: Affected, action: Decision['action']): Decision {
  if (action === 'substitute') return { action, instructor_id: session.substitutes[0]?.id ?? '' }
  if (action !== 'move') return { action }
  const { date, start_time, end_time } = session.alternatives[0] ?? session
  return { action, date, start_time, end_time }
}

/** What is sent; undefined while a session is undecided. */
export function toResolve(sessions: Affected[], decisions: Decisions) {
  const all: Resolution[] = []
  for (const { id } of sessions) {
    const { action, ...rest } = decisions[id] ?? { action: '' as const }
    if (action === '') return undefined
    all.push({ session_id: id, action, ...rest })
  }
  return all
}
