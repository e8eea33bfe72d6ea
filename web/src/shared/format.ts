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
  const s = Math.max(0, Math.round(seconds))
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60]
  if (h > 0) return m > 0 ? `${h} h ${m} min` : `${h} h`
  if (m > 0) return s % 60 > 0 && m < 10 ? `${m} min ${s % 60} s` : `${m} min`
  return `${s} s`
}

/** An estimate of the time left, no finer than it can be known: `about 4 minutes left`, `about 1 hour 20 minutes left`. */
export function timeLeft(seconds: number) {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `about ${count(minutes, 'minute')} left`
  const tens = Math.round(minutes / 10) * 10
  const [hours, rest] = [Math.floor(tens / 60), tens % 60]
  return `about ${count(hours, 'hour')}${rest > 0 ? ` ${rest} minutes` : ''} left`
}

/** A time spent learning, in the format of the spec: `45s`, `12m`, `1h 5m`. */
export function spent(seconds: number) {
  const s = Math.max(0, Math.round(seconds))
  if (s < 60) return `${s}s`
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60]
  if (h === 0) return `${m}m`
  return m > 0 ? `${h}h ${m}m` : `${h}h`
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

/** Bytes in multiples of 1024, as in the spec: `0 bytes`, `12.4 MB`. */
export function bytes(size: number) {
  const power = size < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(size) / 10))
  const value = size / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`
}

export const percent = (value: number) => `${Math.floor(Math.min(100, Math.max(0, value)))}%`

/** `1 course`, `2 courses`. */
export const count = (n: number, one: string, several = `${one}s`) =>
  `${n.toLocaleString('en-GB')} ${n === 1 ? one : several}`

/** How long ago: days, hours, minutes, or "Just now". */
export function ago(instant: string, now = Date.now()) {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000)
  if (minutes < 1) return 'Just now'
  if (minutes < 60) return `${count(minutes, 'minute')} ago`
  if (minutes < 24 * 60) return `${count(Math.floor(minutes / 60), 'hour')} ago`
  return `${count(Math.floor(minutes / (24 * 60)), 'day')} ago`
}

const full = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZoneName: 'short',
})

/** An instant in full, with its zone, in the viewer's zone. */
export const instant = (value: string) => full.format(new Date(value))

const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** An instant to the minute, in the viewer's zone: `20 Nov 2026, 14:05`. */
export const toMinute = (value: string) => minute.format(new Date(value))

const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** The day of an instant, in the viewer's zone: `20 Nov 2026`. */
export const toDay = (value: string) => date.format(new Date(value))

/** A calendar date, `2026-11-20`, independent of time zones: `20 Nov 2026`. */
export const dated = (value: string) => calendar.format(new Date(`${value}T00:00:00Z`))

const calendar = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

/** A calendar date without the year: `20 Nov`. */
export const datedShort = (value: string) => calendarShort.format(new Date(`${value}T00:00:00Z`))

const calendarShort = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** The time of day of an instant, in the viewer's zone: `14:05:10`. */
export const timeOfDay = (value: string) => time.format(new Date(value))

export const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('')
