// Which days a view of the calendar shows. Days are those of the device's zone, written as YYYY-MM-DD.
import { i18n } from '@lingui/core'

export const views = ['week', 'month', 'day', 'agenda'] as const
export type View = (typeof views)[number]

export type Span = { from: Date; to: Date }

const agendaDays = 28

const pad = (n: number) => String(n).padStart(2, '0')

/** The day of an instant. */
export const dayOf = (at: Date) => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

/** The first instant of the day so many days after a day. */
function midnight(day: string, after = 0) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + after)
}

/** Days since Monday. */
const weekdayOf = (day: string) => (midnight(day).getDay() + 6) % 7

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`

/** The instants between which a view shows sessions; a month with the rest of its first and last weeks. */
export function spanOf(view: View, day: string): Span {
  const days = { day: 1, week: 7, month: 42, agenda: agendaDays }[view]
  const first = firstDay(view, day)
  return { from: midnight(first), to: midnight(first, days) }
}

function firstDay(view: View, day: string) {
  if (view === 'week') return dayOf(midnight(day, -weekdayOf(day)))
  if (view !== 'month') return day
  const first = firstOfMonth(day)
  return dayOf(midnight(first, -weekdayOf(first)))
}

/** The day with which a view continues, forwards (1) or backwards (-1). */
export function turned(view: View, day: string, by: 1 | -1) {
  if (view !== 'month') return dayOf(midnight(day, by * { day: 1, week: 7, agenda: agendaDays }[view]))
  const [year = 0, month = 1] = day.split('-').map(Number)
  return dayOf(new Date(year, month - 1 + by, 1))
}

/** What a view of a day is called: `November 2026`, `23–29 Nov 2026`. */
export function titleOf(view: View, day: string) {
  const { from, to } = spanOf(view, day)
  if (view === 'day') return i18n.date(from, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  if (view === 'month') return i18n.date(midnight(day), { month: 'long', year: 'numeric' })
  const written = new Intl.DateTimeFormat(i18n.locales, { day: 'numeric', month: 'short', year: 'numeric' })
  return written.formatRange(from, midnight(dayOf(to), -1))
}
