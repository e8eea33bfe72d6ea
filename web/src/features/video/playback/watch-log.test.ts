import { beforeEach, expect, test } from 'vitest'

import { type WatchEvent, WatchLog } from './watch-log'

let now = 0
let reported: WatchEvent[] = []
let log = new WatchLog(() => {})

beforeEach(() => {
  now = Date.parse('2026-11-20T10:00:00Z')
  reported = []
  log = new WatchLog(
    (event) => reported.push(event),
    () => now,
  )
})

/** Plays the video from one second to another, read ten times a second. */
function play(from: number, to: number, rate = 1) {
  for (let tenth = 0; from + tenth * 0.1 * rate <= to; tenth++) {
    log.at(from + tenth * 0.1 * rate, rate)
    now += 100
  }
}

const ranges = () => reported.filter((e) => e.type === 'watched').map((e) => [e.from, e.to])

test('continuous watching is one range', () => {
  play(0, 12)
  log.flush()
  expect(ranges()).toEqual([[0, 12]])
})

test('seeking ends a range and begins another', () => {
  play(0, 5)
  play(60, 65)
  play(10, 12)
  log.flush()
  expect(ranges()).toEqual([
    [0, 5],
    [60, 65],
    [10, 12],
  ])
})

test('a long range is reported in parts, so that little is lost with the tab', () => {
  play(0, 70)
  expect(ranges()).toEqual([
    [0, 30],
    [30, 60],
  ])
})

test('a short jump ends a range too, however the player moves', () => {
  play(0, 2)
  log.jumped()
  play(3, 4)
  play(5, 6)
  log.flush()
  expect(ranges()).toEqual([
    [0, 2],
    [3, 4],
    [5, 6],
  ])
})

test('at twice the speed, and in a tab that is read once a second, nothing is lost', () => {
  play(0, 4, 2)
  log.flush()
  for (let t = 4; t <= 12; t += 2) {
    log.at(t, 2)
    now += 1000
  }
  log.flush()
  expect(ranges()).toEqual([
    [0, 4],
    [4, 12],
  ])
})

test('what plays on after a report continues where it was', () => {
  play(0, 5)
  log.flush()
  play(5.1, 8)
  log.flush()
  expect(ranges()).toEqual([
    [0, 5],
    [5, 8],
  ])
})

test('ranges of any session hold what was watched, to a tenth of a second', () => {
  let seed = 7
  const dice = (n: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % n
  }
  const watched = new Set<number>()
  for (let stretch = 0; stretch < 200; stretch++) {
    const from = dice(1000)
    const to = from + 1 + dice(400)
    log.jumped()
    play(from / 10, to / 10 + 0.001)
    for (let tenth = from; tenth < to; tenth++) watched.add(tenth)
  }
  log.flush()
  const told = new Set<number>()
  for (const [from = 0, to = 0] of ranges())
    for (let tenth = Math.round(from * 10); tenth < Math.round(to * 10); tenth++) told.add(tenth)
  expect([...told].sort()).toEqual([...watched].sort())
})

test('another rung begins another range', () => {
  log.rung('360p')
  play(0, 5)
  log.rung('720p')
  play(5.1, 8)
  log.flush()
  expect(reported.map((e) => [e.rung, e.from])).toEqual([
    ['360p', 0],
    ['720p', 5],
  ])
})

test('opening without playing reports nothing', () => {
  log.at(3)
  log.flush()
  log.flush()
  expect(reported).toEqual([])
})

test('the first frame reports the startup time, once', () => {
  log.opened()
  now += 830
  log.playing()
  now += 5000
  log.playing()
  expect(reported).toMatchObject([{ type: 'start', milliseconds: 830, at: '2026-11-20T10:00:00.830Z' }])
})

test('waiting for data during playback is a stall; waiting at the start or after seeking is not', () => {
  log.opened()
  log.waiting(false)
  log.playing()
  play(0, 4)
  log.waiting(true)
  log.playing()
  log.waiting(false)
  now += 1200
  log.waiting(false)
  now += 300
  log.playing()
  expect(reported.filter((e) => e.type === 'stall')).toMatchObject([{ milliseconds: 1500, from: 4 }])
})

test('every event has a unique id', () => {
  play(0, 100)
  expect(new Set(reported.map((e) => e.id)).size).toBe(reported.length)
  expect(reported[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
