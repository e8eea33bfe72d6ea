import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'

// All formatting of figures on the screen, for consistency.

const pad = (n: number) => String(n).padStart(2, '0')

/** Seconds as in a video player: `8:12`, `1:02:09`. */
export function clock(seconds: number) {
  const s = Math.max(0, Math.floor(seconds))
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60]
  return h > 0 ? `${h}:${pad(m)}:${pad(s % 60)}` : `${m}:${pad(s % 60)}`
}

/** Seconds in words, as screen readers read them: `8 min 12 s`, `1 h 2 min`. */
export function span(seconds: number) {
  const total = Math.max(0, Math.round(seconds))
  const [h, m, s] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  if (h > 0) return m > 0 ? t`${h} h ${m} min` : t`${h} h`
  if (m > 0) return s > 0 && m < 10 ? t`${m} min ${s} s` : t`${m} min`
  return t`${s} s`
}

/** An estimate of the time left, no finer than it can be known: `about 4 minutes left`, `about 1 hour 20 minutes left`. */
export function timeLeft(seconds: number) {
  if (seconds < 10) return t`a few seconds left`
  if (seconds < 55) return t`less than a minute left`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return plural(minutes, { one: 'about # minute left', other: 'about # minutes left' })
  const tens = Math.round(minutes / 10) * 10
  const [hours, rest] = [Math.floor(tens / 60), tens % 60]
  if (rest === 0) return plural(hours, { one: 'about # hour left', other: 'about # hours left' })
  return plural(hours, { one: `about # hour ${rest} minutes left`, other: `about # hours ${rest} minutes left` })
}

/** A time spent learning, in English in the format of the spec: `45s`, `12m`, `1h 5m`. */
export function spent(seconds: number) {
  const s = Math.max(0, Math.round(seconds))
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60]
  if (s < 60) return t`${s}s`
  if (h === 0) return t`${m}m`
  return m > 0 ? t`${h}h ${m}m` : t`${h}h`
}

const units = ['KB', 'MB', 'GB', 'TB']

/** Bytes in multiples of 1024, as in the spec: `0 bytes`, `12.4 MB`. */
export function bytes(size: number) {
  if (size < 1024) {
    const count = i18n.number(size, { ...fixed(0), useGrouping: false })
    return plural(size, { one: `${count} byte`, other: `${count} bytes` })
  }
  const power = Math.min(units.length, Math.floor(Math.log2(size) / 10))
  const value = size / 1024 ** power
  return `${i18n.number(value, { ...fixed(value >= 100 ? 0 : 1), useGrouping: false })} ${units[power - 1]}`
}

export const percent = (value: number) =>
  i18n.number(Math.floor(Math.min(100, Math.max(0, value))) / 100, { style: 'percent' })

/** A range of whole percents: `0% – 25%`. */
export const percentRange = (from: number, to: number) =>
  new Intl.NumberFormat(i18n.locales, { style: 'percent' }).formatRange(from / 100, to / 100)

/** How long ago: days, hours, minutes, or "Just now". */
export function ago(instant: string, now = Date.now()) {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000)
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / (24 * 60))]
  if (minutes < 1) return t`Just now`
  if (hours < 1) return plural(minutes, { one: '# minute ago', other: '# minutes ago' })
  if (days < 1) return plural(hours, { one: '# hour ago', other: '# hours ago' })
  return plural(days, { one: '# day ago', other: '# days ago' })
}

/** A number as written in the reader's region, with this many decimals: `1,234.5`. */
export const decimal = (value: number, decimals = 0) => i18n.number(value, fixed(decimals))

/** Points of a grade, with as many decimals as they have, two at most: `3.5`. */
export const points = (value: number) => i18n.number(value, { maximumFractionDigits: 2 })

const fixed = (decimals: number) => ({ minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/** Several things in a sentence: `a, b and c`. */
export const list = (items: readonly string[]) =>
  new Intl.ListFormat(i18n.locales, { type: 'conjunction' }).format(items)

/** An instant in full, with its zone, in the viewer's zone. */
export const instant = (value: string) =>
  i18n.date(value, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  })

/** An instant to the minute, in the viewer's zone: `20 Nov 2026, 14:05`. */
export const toMinute = (value: string) => i18n.date(value, { dateStyle: 'medium', timeStyle: 'short' })

/** The day of an instant, in the viewer's zone: `20 Nov 2026`. */
export const toDay = (value: string) => i18n.date(value, { dateStyle: 'medium' })

/** A calendar date, `2026-11-20`, independent of time zones: `20 Nov 2026`. */
export const dated = (value: string) => i18n.date(`${value}T00:00:00Z`, { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar date without the year: `20 Nov`. */
export const datedShort = (value: string) =>
  i18n.date(`${value}T00:00:00Z`, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The time of day of an instant, in the viewer's zone: `14:05:10`. */
export const timeOfDay = (value: string) => i18n.date(value, { timeStyle: 'medium' })

/** The time of day of an instant to the minute, in the viewer's zone: `14:05`. */
export const toTime = (value: string) => i18n.date(value, { timeStyle: 'short' })

export const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('')
