import { i18n } from '@lingui/core'

/** A day and time in a time zone, with the zone: what a slot is called where it stands alone. */
export const fullTime = (at: string, timeZone: string) =>
  i18n.date(at, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })

/** The same for a table: `Thu, 3 Sept 2026, 10:00 CEST`. */
export const shortTime = (at: string, timeZone: string) =>
  i18n.date(at, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })

export const timeIn = (at: string, timeZone: string) => i18n.date(at, { timeStyle: 'short', timeZone })

/** A calendar day (YYYY-MM-DD) in words, independent of time zones. */
export const dayInWords = (date: string) =>
  i18n.date(`${date}T00:00:00Z`, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** The day of an instant in a time zone, as YYYY-MM-DD. */
export function dayOf(at: Date, timeZone: string) {
  const parts = new Intl.DateTimeFormat('en', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone })
  const part = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${part.year}-${part.month}-${part.day}`
}

/** The days of a month (YYYY-MM), and how many fields of the grid are empty before the first: weeks begin on Monday. */
export function monthOf(month: string) {
  const [year = 0, n = 1] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, n, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, n - 1, 1)).getUTCDay() + 6) % 7
  return { before, days: Array.from({ length }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`) }
}

/** The month so many months later, as YYYY-MM. */
export function monthAfter(month: string, by: number) {
  const [year = 0, n = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, n - 1 + by, 1)).toISOString().slice(0, 7)
}
