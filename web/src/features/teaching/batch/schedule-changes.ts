import type { Schema } from '@/api/client'

import type { ClassSession } from './api'

/** A session of the schedule that is sent. */
export type Entry = Schema<'WholeSchedule'>['schedule'][number]

/** A session in the form, with a key that stays when its time changes. */
export type Row = Entry & { key: string; date: string; start_time: string; end_time: string }

/** The sessions ahead that take place, which can be changed. */
export const rowsOf = (schedule: ClassSession[], now = Date.now()): Row[] =>
  schedule
    .filter(({ starts_at, status, started_at }) => Date.parse(starts_at) > now && status === 'scheduled' && !started_at)
    .map(({ date, start_time, end_time, title, description }, n) => ({
      key: String(n),
      date,
      start_time,
      end_time,
      title,
      description,
    }))

type Change = { kind: 'moved' | 'added' | 'cancelled'; session: ClassSession; from?: ClassSession }

/** What a schedule changes, by time. */
export function changesOf(before: ClassSession[], after: ClassSession[]): Change[] {
  return after.flatMap((session): Change[] => {
    const from = before.find(({ id }) => id === session.id)
    if (!from) return [{ kind: 'added', session }]
    if (session.status === 'cancelled') return from.status === 'cancelled' ? [] : [{ kind: 'cancelled', session }]
    const stays = from.starts_at === session.starts_at && from.ends_at === session.ends_at
    return stays ? [] : [{ kind: 'moved', session, from }]
  })
}
