import type { Schema } from '@/api/client'
import type { FreeTime } from '@/shared/free-times'
import { minorDigits } from '@/shared/money'
import type { NewBatch } from './api'
import { type Weekday, weekdayOf, weekdays } from './weekdays'

/** What the form for a new batch holds. */
export type BatchValues = {
  batch_type: 'group' | 'individual'
  batch_name: string
  capacity: number
  assigned_instructor: string
  /** Empty for no classroom. */
  room_id: string
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
  /** Other times that were chosen for sessions at which the instructor is not free, by the day of the rule. */
  moved: Record<string, FreeTime>
  batch_notes: string
  /** Of one learner's sessions, in units of the currency; empty: the price of the course counts. */
  hourly_rate: number | string
  /** Empty: that of the course, or the default of the school. */
  currency: string
}

export const emptyBatch = (timezone: string): BatchValues => ({
  batch_type: 'group',
  batch_name: '',
  capacity: 20,
  assigned_instructor: '',
  room_id: '',
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
  moved: {},
  batch_notes: '',
  hourly_rate: '',
  currency: '',
})

/** The currency of the hourly rate, of those that are offered. */
export const currencyOf = ({ currency }: BatchValues, offered: string[]) => currency || (offered[0] ?? '')

/** The hourly rate in the minor unit of its currency; undefined for none. */
export const rateOf = ({ hourly_rate: rate }: BatchValues, currency: string) =>
  rate === '' || !currency ? undefined : Math.round(Number(rate) * 10 ** minorDigits(currency))

/** How long each session is. */
export function minutesOf({ start_time, end_time }: BatchValues) {
  const minute = (time: string) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number)
    return 60 * hours + minutes
  }
  return minute(end_time) - minute(start_time)
}

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

/** How many learners there can be. */
export const learnersOf = ({ batch_type, capacity }: BatchValues) => (batch_type === 'individual' ? 1 : capacity)

/** The schedule that the server is asked about; undefined while the rule is incomplete. */
export function wantedOf(values: BatchValues, courseId: string): Schema<'WantedSchedule'> | undefined {
  const recurrence = recurrenceOf(values)
  return (
    recurrence && {
      recurrence,
      timezone: values.timezone,
      instructor_id: values.assigned_instructor,
      room_id: values.room_id,
      capacity: learnersOf(values),
      course_id: courseId,
      ...(values.batch_type === 'individual' && values.student_id && { student_ids: [values.student_id] }),
    }
  )
}

/** The values after all sessions were moved by as much. */
export function shifted(values: BatchValues, { days, entries }: Schema<'Shift'>): Partial<BatchValues> {
  const [first] = entries
  if (!first) return {}
  const moves = (day: Weekday) => weekdays[(weekdays.indexOf(day) + (days % 7) + 7) % 7] ?? day
  return {
    start_date: first.date,
    start_time: first.start_time,
    end_time: first.end_time,
    weekdays: values.weekdays.map(moves),
    moved: {},
  }
}

/** The sessions with the times that were chosen instead. */
function chosenOf(values: BatchValues, sessions: Schema<'CheckedEntry'>[]) {
  const chosen = sessions.map((s) => (s.is_free ? s : (values.moved[s.date] ?? s)))
  return chosen.toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
}

/** The batch that the values describe, with the sessions that the server has laid out. */
export function batchOf(values: BatchValues, sessions: Schema<'CheckedEntry'>[], currencies: string[]): NewBatch {
  const { batch_type, batch_name, assigned_instructor, timezone, batch_notes, student_id, capacity } = values
  const recurrence = recurrenceOf(values)
  const chosen = chosenOf(values, sessions)
  const isRule = sessions.every((s) => chosen.includes(s))
  const [first, last] = [chosen[0], chosen.at(-1)]
  const currency = currencyOf(values, currencies)
  const rate = rateOf(values, currency)
  return {
    batch_type,
    batch_name,
    assigned_instructor,
    timezone,
    batch_notes,
    on_conflict: values.skips_conflicts ? 'skip' : 'fail',
    ...(isRule
      ? recurrence && { recurrence }
      : { schedule: chosen.map(({ date, start_time, end_time }) => ({ date, start_time, end_time })) }),
    ...(values.room_id && { room_id: values.room_id }),
    ...(batch_type === 'group' && { capacity }),
    ...(batch_type === 'individual' && {
      student_id,
      ...(first && { start_date: first.starts_at }),
      ...(last && { end_date: last.ends_at }),
      ...(rate !== undefined && { hourly_rate: rate, currency }),
    }),
  }
}
