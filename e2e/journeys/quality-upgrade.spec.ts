// Watching a video that is still being processed.
import type { Page } from '@playwright/test'

import type { Schema } from '../api'
import { expect, test } from '../fixtures'
import { loadPlayer } from '../player'

test.describe.configure({ timeout: 180_000 })

test('qualities encoded during playback appear without a reload, and playback continues', async ({ as, api }) => {
  const page = await as('instructor')
  const { courseId, videoId } = await (await api('instructor')).demoVideo()
  const processing = await hideHigherQualities(page)
  await page.clock.install()
  await page.goto(`/learn/${courseId}/${videoId}`)
  await loadPlayer(page)
  await page.locator('media-play-button').click()
  await expect.poll(() => at(page), { timeout: 30_000 }).toBeGreaterThan(1)
  expect(await heights(page)).toEqual([240])
  await choose(page, '240p')

  const before = await at(page)
  processing.end()
  await page.clock.fastForward(20_000) // the interval at which the page polls
  await expect.poll(() => heights(page), { timeout: 30_000 }).toEqual([480, 360, 240])
  await expect.poll(() => at(page), { timeout: 30_000 }).toBeGreaterThan(before)
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(false)
  const height = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.videoHeight)
  await expect.poll(height, { message: 'the choice is kept' }).toBe(240)
})

/** Hides all but the lowest quality of every video, as the server does until the others are encoded. */
async function hideHigherQualities(page: Page) {
  let half = true
  await page.route('**/streaming-urls', async (route) => {
    const response = await route.fetch()
    const json: { data: Schema<'StreamingUrls'> } = await response.json()
    if (half) Object.assign(json.data, { final: false, renditions: json.data.renditions.slice(0, 1) })
    await route.fulfill({ response, json })
  })
  await page.route('**/dash/manifest.mpd', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const body = text.replace(/<Representation id="(?!240p|audio)\d+p"[\s\S]*?<\/Representation>/g, '')
    await route.fulfill({ response, body: half ? body : text })
  })
  return {
    end: () => {
      half = false
    },
  }
}

const at = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

/** The options of the quality menu besides Auto, which media-chrome builds from the element's renditions. */
const heights = (page: Page) =>
  page
    .locator('video')
    .evaluate((video: HTMLVideoElement & { videoRenditions: Iterable<{ height: number }> }) =>
      [...video.videoRenditions].map((rendition) => rendition.height),
    )

async function choose(page: Page, name: string) {
  await page.locator('media-settings-menu-button').click()
  await page.getByRole('menuitem', { name: 'Quality' }).click()
  await page.getByRole('menuitemradio', { name, exact: true }).click()
  await page.keyboard.press('Escape')
}
