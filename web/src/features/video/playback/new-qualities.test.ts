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

/** Follows a video whose server answers so, one after the other; undefined is no answer. */
function follow(first: StreamingUrls, answers: (StreamingUrls | undefined)[]) {
  const onNewQuality = vi.fn()
  const ask = vi.fn(() => {
    const next = answers.shift()
    return next ? Promise.resolve(next) : Promise.reject(new Error('away'))
  })
  return { onNewQuality, ask, stop: followNewQualities({ first, ask, onNewQuality }) }
}

const anHour = () => vi.advanceTimersByTimeAsync(3_600_000)

test('each new quality is reported once, until no more will come', async () => {
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

test('a server that does not answer is asked again', async () => {
  const { onNewQuality } = follow(urls([240]), [undefined, undefined, urls([240, 480], true)])
  await anHour()
  expect(onNewQuality).toHaveBeenCalledTimes(1)
})

test('a video that is whole is not asked about', async () => {
  const { ask } = follow(urls([240, 480], true), [])
  await anHour()
  expect(ask).not.toHaveBeenCalled()
})

test('a new generation leaves the old one to its end', async () => {
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
