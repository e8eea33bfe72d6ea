// Third-party players: what we serve must conform to the standards, or they would not play it.

import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

import type { Schema } from '../api'
import { type ApiAs, expect, test } from '../fixtures'

const fileOf = createRequire(import.meta.url).resolve

test.describe.configure({ timeout: 180_000 })

test('stock hls.js plays the clear variant to its end', async ({ page, api }) => {
  const { urls, duration } = await open(page, api)
  await page.addScriptTag({ path: fileOf('hls.js/dist/hls.min.js') })
  const errors = await page.evaluate(async (source) => {
    const { Hls } = window as unknown as { Hls: typeof import('hls.js').default }
    const video = document.querySelector('video') as HTMLVideoElement
    const hls = new Hls()
    const errors: string[] = []
    hls.on(Hls.Events.ERROR, (_, data) => data.fatal && errors.push(data.details))
    hls.loadSource(source)
    hls.attachMedia(video)
    await new Promise<void>((resolve) => hls.on(Hls.Events.MANIFEST_PARSED, () => resolve()))
    return errors
  }, urls.clear.hls)
  await playToTheEnd(page, duration)
  expect(errors).toEqual([])
})

for (const variant of ['sealed', 'clear'] as const) {
  test(`stock Shaka plays HLS of the ${variant} variant to its end`, async ({ page, api }) => {
    const { urls, duration } = await open(page, api)
    await loadInShaka(page, urls[variant].hls)
    await playToTheEnd(page, duration)
  })
}

test('stock Shaka plays DASH of the clear variant to its end', async ({ page, api }) => {
  const { urls, duration } = await open(page, api)
  await loadInShaka(page, urls.clear.dash)
  await playToTheEnd(page, duration)
})

/** An empty page with a video element in the server's own origin, and what there is to play. */
async function open(page: Page, api: ApiAs): Promise<{ urls: Schema<'StreamingUrls'>; duration: number }> {
  const instructor = await api('instructor')
  const { videoId } = await instructor.demoVideo()
  const urls = await instructor.get<Schema<'StreamingUrls'>>(`/video-streaming/${videoId}/streaming-urls`)
  await page.route('**/player-under-test', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Player</title><video muted></video>' }),
  )
  await page.goto('/player-under-test')
  return { urls, duration: urls.duration }
}

async function loadInShaka(page: Page, source: string) {
  await page.addScriptTag({ path: fileOf('shaka-player/dist/shaka-player.compiled.js') })
  await page.evaluate(async (source) => {
    const { shaka } = window as unknown as { shaka: typeof import('shaka-player').default }
    const player = new shaka.Player()
    await player.attach(document.querySelector('video') as HTMLVideoElement)
    await player.load(source)
  }, source)
}

/** Plays at four times the speed and checks for gaps. */
async function playToTheEnd(page: Page, duration: number) {
  const seen = await page.evaluate(async () => {
    const video = document.querySelector('video') as HTMLVideoElement
    video.playbackRate = 4
    const ended = new Promise<void>((resolve, reject) => {
      video.addEventListener('ended', () => resolve())
      video.addEventListener('error', () => reject(new Error(video.error?.message)))
    })
    await video.play()
    await ended
    return {
      at: video.currentTime,
      holes: video.buffered.length - 1,
      pictures: video.getVideoPlaybackQuality().totalVideoFrames,
    }
  })
  expect(Math.abs(seen.at - duration), `ended at ${seen.at} of ${duration} s`).toBeLessThan(0.2)
  expect(seen.holes, 'holes in what was buffered').toBe(0)
  expect(seen.pictures).toBeGreaterThan(0)
}
