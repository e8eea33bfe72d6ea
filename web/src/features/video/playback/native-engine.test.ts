import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from '@/api/client'
import { streamingUrls } from '@/testing/fixtures'

import { NativeEngine } from './native-engine'

const addresses = (token: string) => ({
  ...streamingUrls(),
  clear: { hls: `/media/${token}/master.m3u8`, dash: '' },
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function play(renew: () => Promise<ReturnType<typeof addresses>>) {
  const video = document.createElement('video')
  video.load = vi.fn()
  const onProblem = vi.fn()
  const engine = new NativeEngine(video, { first: addresses('first'), renew }, { onProblem, onRungs: vi.fn() })
  return { video, engine, onProblem }
}

test('the clear variant plays from where the viewer stopped', async () => {
  const { video, engine } = play(vi.fn())
  await engine.load(42)
  expect(video.src).toContain('/media/first/master.m3u8#t=42')
  video.dispatchEvent(new Event('loadedmetadata'))
  expect(video.currentTime).toBe(42)
})

test('after an error, such as an expired token, it goes on with new addresses where it stopped', async () => {
  const { video, engine, onProblem } = play(async () => addresses('second'))
  await engine.load(0)
  video.currentTime = 3700
  video.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(video.src).toContain('/media/second/master.m3u8#t=3700'))
  expect(onProblem).not.toHaveBeenCalled()
  video.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(onProblem.mock.lastCall?.[0]).toMatchObject({ kind: 'media' }))
})

test('without a network it tries again, without permission it does not', async () => {
  const renew = vi.fn().mockRejectedValueOnce(new TypeError('offline')).mockResolvedValueOnce(addresses('back'))
  const { video, engine, onProblem } = play(renew)
  await engine.load(5)
  video.dispatchEvent(new Event('error'))
  await vi.waitFor(() => expect(onProblem.mock.lastCall?.[0]).toMatchObject({ kind: 'network' }))
  await vi.advanceTimersByTimeAsync(3000)
  expect(video.src).toContain('/media/back/')

  renew.mockRejectedValue(new ApiError(404))
  await engine.reload()
  expect(onProblem.mock.lastCall?.[0]).toMatchObject({ kind: 'denied' })
  const asked = renew.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(renew.mock.calls).toHaveLength(asked)
})

test('nothing happens after its end', async () => {
  const renew = vi.fn(async () => addresses('late'))
  const { video, engine } = play(renew)
  await engine.load(0)
  await engine.destroy()
  video.dispatchEvent(new Event('error'))
  window.dispatchEvent(new Event('online'))
  expect(renew).not.toHaveBeenCalled()
  expect(video.getAttribute('src')).toBeNull()
})
