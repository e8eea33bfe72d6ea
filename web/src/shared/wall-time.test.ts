import { expect, test } from 'vitest'

import { sessionTime, weeklyTime } from './wall-time'

const evening = { starts_at: '2026-09-30T12:30:00Z', ends_at: '2026-09-30T14:00:00Z' }

test('names its zone, and the own time beside it', () => {
  expect(sessionTime(evening, 'Asia/Kolkata', 'Europe/Berlin')).toEqual({
    there: 'Wed, 30 Sept 2026, 18:00–19:30 GMT+5:30',
    own: 'your time 14:30–16:00',
  })
})

test('says where it is another day', () => {
  expect(sessionTime(evening, 'Asia/Kolkata', 'Pacific/Auckland').own).toBe('your time 01:30–03:00, +1 day')
  const morning = { starts_at: '2026-09-30T01:00:00Z', ends_at: '2026-09-30T02:00:00Z' }
  expect(sessionTime(morning, 'Asia/Kolkata', 'America/New_York').own).toBe('your time 21:00–22:00, −1 day')
})

test('says nothing beside it where the clocks show the same', () => {
  expect(sessionTime(evening, 'Europe/Paris', 'Europe/Berlin').own).toBe('')
})

test('of each week, the own time is that of the next one, also across a change of the clocks', () => {
  const monday = { weekday: 1, start_time: '10:00', end_time: '11:00' }
  const berlin = (now: string) => weeklyTime(monday, 'Europe/Berlin', new Date(now), 'Asia/Kolkata')
  expect(berlin('2026-10-19T07:00:00Z')).toEqual({
    there: 'Mondays, 10:00–11:00 CEST',
    own: 'your time 13:30–14:30',
  })
  expect(berlin('2026-10-19T09:30:00Z')).toEqual({ there: 'Mondays, 10:00–11:00 CET', own: 'your time 14:30–15:30' })
})
