// Wall-clock times of a zone, with the viewer's own beside them.
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import { here } from './time-zones'

/** The start and end of an event. */
type Stretch = { starts_at: string; ends_at: string }

const written = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(i18n.locales, { timeZone, ...options })

const timeIn = (zone: string) => written(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const dayIn = (zone: string) => written(zone, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })

/** The name of a zone at an instant: `CEST`, `GMT+5:30`. */
const nameOf = (zone: string, at: Date) =>
  written(zone, { timeZoneName: 'short' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? zone

/** The wall-clock time of a zone, read as if it were UTC; in milliseconds. */
function wallClock(zone: string, at: Date) {
  // Not for the screen: in digits that Number understands, whatever the reader's locale.
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (name: string) => Number(parts.find(({ type }) => type === name)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const dayNumber = (zone: string, at: Date) => Math.floor(wallClock(zone, at) / 86_400_000)

const span = (zone: string, start: Date, end: Date) => `${timeIn(zone).format(start)}–${timeIn(zone).format(end)}`

/** The same in the viewer's zone: `your time 14:30–16:00 the next day`; empty if the clocks agree. */
function yours(start: Date, end: Date, zone: string, own: string) {
  if (wallClock(zone, start) === wallClock(own, start)) return ''
  const days = dayNumber(own, start) - dayNumber(zone, start)
  const times = span(own, start, end)
  if (days > 0) return t`your time ${times} the next day`
  return days < 0 ? t`your time ${times} the day before` : t`your time ${times}`
}

/** When something takes place: `Wed, 4 Sept 2026, 18:00–19:30 GMT+5:30`, and `your time 14:30–16:00` where that differs. */
export function sessionTime({ starts_at, ends_at }: Stretch, zone: string, own = here()) {
  const [start, end] = [new Date(starts_at), new Date(ends_at)]
  return {
    there: `${dayIn(zone).format(start)}, ${span(zone, start, end)} ${nameOf(zone, start)}`,
    own: yours(start, end, zone, own),
  }
}

/** The times of an event in the viewer's zone, `14:30–16:00`, and in its own where the clocks differ: `18:00–19:30 GMT+5:30`. */
export function sessionClock({ starts_at, ends_at }: Stretch, zone: string, own = here()) {
  const [start, end] = [new Date(starts_at), new Date(ends_at)]
  const differs = wallClock(zone, start) !== wallClock(own, start)
  return { own: span(own, start, end), there: differs ? `${span(zone, start, end)} ${nameOf(zone, start)}` : '' }
}

/** The date and the time that a zone's wall clock shows at an instant: `2026-11-20`, `18:00`. */
export function wallIn(zone: string, at: Date) {
  const [date = '', time = ''] = new Date(wallClock(zone, at)).toISOString().split('T')
  return { date, time: time.slice(0, 5) }
}

/** A weekly time range, in wall-clock time. */
type Slot = { weekday: number; start_time: string; end_time: string }

const everyWeek: MessageDescriptor[] = [
  msg`Mondays`,
  msg`Tuesdays`,
  msg`Wednesdays`,
  msg`Thursdays`,
  msg`Fridays`,
  msg`Saturdays`,
  msg`Sundays`,
]

/** The name of a weekday, 1 for Monday to 7 for Sunday: `Monday`, or `Mon`. */
export const weekdayName = (weekday: number, width: 'long' | 'short' = 'long') =>
  written('UTC', { weekday: width }).format(new Date(Date.UTC(2024, 0, weekday))) // January 2024 began with a Monday

/**
 * The time of a weekly event: `Mondays, 18:00–19:30 GMT+5:30`; the viewer's own time is that of the next occurrence.
 */
export function weeklyTime(slot: Slot, zone: string, now = new Date(), own = here()) {
  const start = nextAt(slot.weekday, slot.start_time, zone, now)
  const end = nextAt(slot.weekday, slot.end_time, zone, start)
  const days = everyWeek[slot.weekday - 1]
  return {
    there: `${days && t(days)}, ${slot.start_time}–${slot.end_time} ${nameOf(zone, start)}`,
    own: yours(start, end, zone, own),
  }
}

/** The next instant from now on with that weekday and time in a zone. */
function nextAt(weekday: number, time: string, zone: string, now: Date) {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = dayNumber(zone, now)
  const away = (weekday - (((today + 3) % 7) + 1) + 7) % 7 // 1 January 1970 was a Thursday
  const instant = (day: number) => instantOf(day * 86_400_000 + (hours * 60 + minutes) * 60_000, zone)
  const next = instant(today + away)
  return next < now ? instant(today + away + 7) : next
}

/** The instant at which a zone's wall clock shows a time, given in the form that wallClock returns. */
function instantOf(wall: number, zone: string) {
  let at = wall
  for (let i = 0; i < 2; i++) at += wall - wallClock(zone, new Date(at)) // the second pass corrects for a clock change
  return new Date(at)
}
