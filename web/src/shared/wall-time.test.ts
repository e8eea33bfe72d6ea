import { expect, test } from 'vitest'

import { sessionTime, weeklyTime } from './wall-time'

const evening = { starts_at: '2026-09-30T12:30:00Z', ends_at: '2026-09-30T14:00:00Z' }

test('shows the zone, and the viewer’s own time beside it', () => {
  expect(sessionTime(evening, 'Asia/Kolkata', 'Europe/Berlin')).toEqual({
    there: 'Wed, 30 Sept 2026, 18:00–19:30 GMT+5:30',
    own: 'your time 14:30–16:00',
  })
})

test('says if it is another day for the viewer', () => {
  expect(sessionTime(evening, 'Asia/Kolkata', 'Pacific/Auckland').own).toBe('your time 01:30–03:00 the next day')
  const morning = { starts_at: '2026-09-30T01:00:00Z', ends_at: '2026-09-30T02:00:00Z' }
  expect(sessionTime(morning, 'Asia/Kolkata', 'America/New_York').own).toBe('your time 21:00–22:00 the day before')
})

test('shows no second time if the clocks agree', () => {
  expect(sessionTime(evening, 'Europe/Paris', 'Europe/Berlin').own).toBe('')
})

test('for weekly times, the viewer’s own time is that of the next occurrence, also across a clock change', () => {
  const monday = { weekday: 1, start_time: '10:00', end_time: '11:00' }
  const berlin = (now: string) => weeklyTime(monday, 'Europe/Berlin', new Date(now), 'Asia/Kolkata')
  expect(berlin('2026-10-19T07:00:00Z')).toEqual({
    there: 'Mondays, 10:00–11:00 CEST',
    own: 'your time 13:30–14:30',
  })
  expect(berlin('2026-10-19T09:30:00Z')).toEqual({ there: 'Mondays, 10:00–11:00 CET', own: 'your time 14:30–15:30' })
})
