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

/** Plays the video from one second to another, with four time updates a second as in browsers. */
function play(from: number, to: number) {
  for (let t = from; t <= to; t += 0.25) log.at(t)
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
    [30.25, 60.25],
  ])
})

test('a change of rung begins another range', () => {
  log.rung('360p')
  play(0, 5)
  log.rung('720p')
  play(5.25, 8)
  log.flush()
  expect(reported.map((e) => e.rung)).toEqual(['360p', '720p'])
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
