import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { streamingUrls } from '@/testing/fixtures'

import type { StreamingUrls } from './api'
import { followNewQualities } from './new-qualities'

const rung = (height: number) => ({ name: `${height}p`, width: (height * 16) / 9, height, bandwidth: height * 1000 })
const urls = (heights: number[], final = false, generation = 1): StreamingUrls => ({
  ...streamingUrls(),
  renditions: heights.map(rung),
  final,
  generation,
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Follows a video whose server gives these responses in turn; undefined is none. */
function follow(first: StreamingUrls, answers: (StreamingUrls | undefined)[]) {
  const onNewQuality = vi.fn()
  const ask = vi.fn(() => {
    const next = answers.shift()
    return next ? Promise.resolve(next) : Promise.reject(new Error('away'))
  })
  return { onNewQuality, ask, stop: followNewQualities({ first, ask, onNewQuality }) }
}

const anHour = () => vi.advanceTimersByTimeAsync(3_600_000)

test('each new quality is reported once, until the video is final', async () => {
  const { onNewQuality, ask } = follow(urls([240]), [
    urls([240]),
    urls([240, 480]),
    urls([240, 480]),
    urls([240, 480, 720], true),
  ])
  await anHour()
  expect(onNewQuality).toHaveBeenCalledTimes(2)
  expect(ask).toHaveBeenCalledTimes(4)
})

test('a server that does not respond is polled again', async () => {
  const { onNewQuality } = follow(urls([240]), [undefined, undefined, urls([240, 480], true)])
  await anHour()
  expect(onNewQuality).toHaveBeenCalledTimes(1)
})

test('a complete video is not polled', async () => {
  const { ask } = follow(urls([240, 480], true), [])
  await anHour()
  expect(ask).not.toHaveBeenCalled()
})

test('a new generation does not interrupt the old one', async () => {
  const { onNewQuality, ask } = follow(urls([240]), [urls([240, 480], false, 2)])
  await anHour()
  expect(onNewQuality).not.toHaveBeenCalled()
  expect(ask).toHaveBeenCalledTimes(1)
})

test('nothing is requested or reported after the end', async () => {
  const { onNewQuality, ask, stop } = follow(urls([240]), [urls([240, 480])])
  stop()
  await anHour()
  expect(ask).not.toHaveBeenCalled()
  expect(onNewQuality).not.toHaveBeenCalled()
})
