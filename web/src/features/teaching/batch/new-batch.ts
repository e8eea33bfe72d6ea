import type { Schema } from '@/api/client'

import type { NewBatch } from './api'
import { type Weekday, weekdayOf, weekdays } from './weekdays'

/** What the form for a new batch holds. */
export type BatchValues = {
  batch_type: 'group' | 'individual'
  batch_name: string
  capacity: number
  assigned_instructor: string
  student_id: string
  timezone: string
  start_date: string
  interval: number
  weekdays: Weekday[]
  start_time: string
  end_time: string
  count: number
  exdates: string[]
  skips_conflicts: boolean
  batch_notes: string
}

export const emptyBatch = (timezone: string): BatchValues => ({
  batch_type: 'group',
  batch_name: '',
  capacity: 20,
  assigned_instructor: '',
  student_id: '',
  timezone,
  start_date: '',
  interval: 1,
  weekdays: [],
  start_time: '18:00',
  end_time: '19:30',
  count: 12,
  exdates: [],
  skips_conflicts: false,
  batch_notes: '',
})

/** The rule by which sessions repeat; undefined while it is incomplete. */
export function recurrenceOf(values: BatchValues): Schema<'Recurrence'> | undefined {
  const { start_date, start_time, end_time, interval, count, exdates } = values
  const first = weekdayOf(start_date)
  if (!first || !start_time || !end_time || !(count > 0)) return undefined
  const chosen = weekdays.filter((day) => values.weekdays.includes(day))
  return {
    freq: 'weekly',
    interval,
    weekdays: chosen.length > 0 ? chosen : [first],
    start_date,
    count,
    start_time,
    end_time,
    exdates,
  }
}

/** The schedule that the server is asked about; undefined while the rule is incomplete. */
export function wantedOf(values: BatchValues): Schema<'WantedSchedule'> | undefined {
  const recurrence = recurrenceOf(values)
  return recurrence && { recurrence, timezone: values.timezone, instructor_id: values.assigned_instructor }
}

/** The batch that the values describe, with the sessions that the server has laid out. */
export function batchOf(values: BatchValues, sessions: Schema<'CheckedEntry'>[]): NewBatch {
  const { batch_type, batch_name, assigned_instructor, timezone, batch_notes, student_id, capacity } = values
  const recurrence = recurrenceOf(values)
  const [first, last] = [sessions[0], sessions.at(-1)]
  return {
    batch_type,
    batch_name,
    assigned_instructor,
    timezone,
    batch_notes,
    on_conflict: values.skips_conflicts ? 'skip' : 'fail',
    ...(recurrence && { recurrence }),
    ...(batch_type === 'group' && { capacity }),
    ...(batch_type === 'individual' && {
      student_id,
      ...(first && { start_date: first.starts_at }),
      ...(last && { end_date: last.ends_at }),
    }),
  }
}
