import { expect, test } from 'vitest'

import { ago, bytes, clock, dated, initials, percent, points, span, spent, timeLeft } from './format'

test.each([
  [0, '0:00'],
  [8.9, '0:08'],
  [492, '8:12'],
  [3729, '1:02:09'],
  [-1, '0:00'],
])('clock(%d) is %s', (seconds, text) => expect(clock(seconds)).toBe(text))

test.each([
  [0, '0 s'],
  [59.6, '1 min'],
  [492, '8 min 12 s'],
  [1212, '20 min'],
  [3600, '1 h'],
  [3729, '1 h 2 min'],
])('span(%d) is %s', (seconds, text) => expect(span(seconds)).toBe(text))

test.each([
  [1, 'a few seconds left'],
  [54, 'less than a minute left'],
  [55, 'about 1 minute left'],
  [240, 'about 4 minutes left'],
  [3540, 'about 59 minutes left'],
  [3590, 'about 1 hour left'],
  [4900, 'about 1 hour 20 minutes left'],
  [7150, 'about 2 hours left'],
])('timeLeft(%d) is %s', (seconds, text) => expect(timeLeft(seconds)).toBe(text))

test.each([
  [0, '0s'],
  [59.4, '59s'],
  [59.6, '1m'],
  [754, '12m'],
  [3600, '1h'],
  [3929, '1h 5m'],
  [-5, '0s'],
])('spent(%d) is %s', (seconds, text) => expect(spent(seconds)).toBe(text))

test('a date is that day in every time zone', () => expect(dated('2026-09-04')).toBe('4 Sept 2026'))

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1536, '1.5 KB'],
  [10 * 1024 ** 3, '10.0 GB'],
  [500 * 1024 ** 2, '500 MB'],
])('bytes(%d) is %s', (size, text) => expect(bytes(size)).toBe(text))

test.each([
  [0, 'Just now'],
  [59, 'Just now'],
  [60, '1 minute ago'],
  [59 * 60, '59 minutes ago'],
  [3600, '1 hour ago'],
  [23 * 3600, '23 hours ago'],
  [24 * 3600, '1 day ago'],
  [-5, 'Just now'], // the other clock is ahead of ours
])('%d seconds ago is %s', (seconds, text) => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  expect(ago(new Date(now - seconds * 1000).toISOString(), now)).toBe(text)
})

test('a percentage is never rounded up', () => {
  expect([percent(-1), percent(99.9), percent(120)]).toEqual(['0%', '99%', '100%'])
})

test('points have the decimals that they need', () => {
  expect([points(4), points(3.5), points(1234.567)]).toEqual(['4', '3.5', '1,234.57'])
})

test('initials', () => {
  expect(initials(' tomás  de la rivera ')).toBe('TD')
})
