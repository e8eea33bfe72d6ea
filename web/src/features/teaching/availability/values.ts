import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'

import type { Schema } from '@/api/client'

/** From 1 (Monday) to 7 (Sunday). */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

const aMonday = Date.UTC(2024, 0, 1)
const day = 24 * 60 * 60 * 1000 // milliseconds

export const weekdayName = (weekday: number) =>
  i18n.date(new Date(aMonday + (weekday - 1) * day), { weekday: 'long', timeZone: 'UTC' })

/** Wall-clock times as HH:MM; 00:00 as the end is midnight. The key tells the windows of a day apart. */
export type Window = { key: number; from: string; until: string }

const shown = <W extends { until: string }>(windows: W[]) =>
  windows.map((window, key) => ({ ...window, key, until: window.until === '24:00' ? '00:00' : window.until }))

const sent = <W extends Window>(windows: W[]) =>
  windows.map(({ key: _, ...window }) => ({ ...window, until: window.until === '00:00' ? '24:00' : window.until }))

/** What an instructor edits, as the form holds it. */
export const hoursOf = (a: Schema<'InstructorAvailability'>) => ({
  takes_demos: a.takes_demos,
  timezone: a.timezone,
  hours: shown(a.hours),
  overrides: (a.overrides ?? []).map(({ date, windows }) => ({ date, windows: shown(windows) })),
  slot_minutes: a.slot_minutes ?? 60,
  step_minutes: a.step_minutes ?? 30,
  buffer_before_minutes: a.buffer_before_minutes ?? 0,
  buffer_after_minutes: a.buffer_after_minutes ?? 0,
  notice_minutes: a.notice_minutes ?? 120,
  ahead_days: a.ahead_days ?? 60,
  daily_cap: a.daily_cap ?? 6,
})

export type Hours = ReturnType<typeof hoursOf>

/** The whole document: the form's values with what it does not show. */
export const toSend = (hours: Hours, kept: Schema<'InstructorAvailability'>): Schema<'NewAvailability'> => ({
  ...hours,
  hours: sent(hours.hours),
  overrides: hours.overrides.map(({ date, windows }) => ({ date, windows: sent(windows) })),
  ...(kept.weight && { weight: kept.weight }),
  ...(kept.demo_types && { demo_types: kept.demo_types }),
})

/** Windows in words: `09:00–12:00, 14:00–17:00`. */
export const inWords = (windows: Window[]) => windows.map(({ from, until }) => `${from}–${until}`).join(', ') || t`none`

/** The window to begin with after others of a day. */
export function nextWindow(windows: Window[]): Window {
  const last = windows.at(-1)
  const key = Math.max(-1, ...windows.map((window) => window.key)) + 1
  return last ? { key, from: last.until, until: '' } : { key, from: '09:00', until: '17:00' }
}
