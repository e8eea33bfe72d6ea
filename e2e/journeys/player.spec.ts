// What a viewer does with a video besides playing it.
import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures'
import { loadPlayer } from '../player'

const captions = `WEBVTT

00:00.000 --> 00:05.000
A rabbit wakes up.

00:10.000 --> 00:15.000
A butterfly sits on an apple.
`

test('captions and speed are remembered, the transcript and the chapters lead into the video', async ({ as, api }) => {
  const teacher = await api('instructor')
  const { courseId, videoId } = await teacher.demoVideo()
  await teacher.send('put', `/video-streaming/${videoId}/captions/en`, { label: 'English', content: captions })
  await teacher.send('put', `/video-streaming/${videoId}/chapters`, {
    chapters: [
      { start: 0, title: 'The rabbit' },
      { start: 12, title: 'The butterfly' },
    ],
  })
  const page = await as('student')
  await page.goto(`/learn/${courseId}/${videoId}`)
  await loadPlayer(page)
  await choose(page, 'Speed', '1.5x')
  await choose(page, 'Captions', 'English')
  await page.reload()
  await loadPlayer(page)
  await expect.poll(() => speed(page), { timeout: 20_000 }).toBe(1.5)
  await expect.poll(() => showing(page)).toEqual(['en'])

  await page.getByRole('button', { name: 'Chapters' }).click()
  await page
    .getByRole('list', { name: 'Chapters' })
    .getByRole('button', { name: /The butterfly/ })
    .click()
  await expect.poll(() => at(page)).toBeCloseTo(12, 0)
  await page.getByRole('button', { name: 'Transcript' }).click()
  await page.getByRole('searchbox', { name: 'Search transcript' }).fill('RABBIT')
  const cues = page.getByRole('list', { name: 'Transcript' }).getByRole('button')
  await expect(cues).toHaveCount(1)
  await cues.press('Enter')
  await expect.poll(() => at(page)).toBeLessThan(1)
})

test('at the end of a video the next lesson opens by itself, unless the viewer cancels', async ({ as, api }) => {
  const { courseId, videoId } = await (await api('instructor')).demoVideo()
  const page = await as('student')
  await page.clock.install()
  await page.goto(`/learn/${courseId}/${videoId}`)
  await loadPlayer(page)
  const upNext = page.getByRole('region', { name: 'Up next' })
  await playToTheEnd(page)
  await expect(upNext.getByRole('status')).toHaveText('Up next, opens in 8 seconds')
  await upNext.getByRole('button', { name: 'Cancel' }).click()
  await page.clock.fastForward(10_000)
  await expect(upNext).toHaveCount(0)
  await playToTheEnd(page)
  await expect(upNext).toBeVisible()
  const here = page.url()
  await page.clock.fastForward(10_000)
  await expect(page).not.toHaveURL(here)
})

async function playToTheEnd(page: Page) {
  await expect.poll(() => video(page).evaluate((v: HTMLVideoElement) => v.readyState)).toBeGreaterThan(1)
  await video(page).evaluate((v: HTMLVideoElement) => {
    v.currentTime = v.duration - 0.5
    return v.play()
  })
}

const video = (page: Page) => page.locator('video')
const at = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime)
const speed = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.playbackRate)
const showing = (page: Page) =>
  video(page).evaluate(({ textTracks }: HTMLVideoElement) =>
    [...textTracks].filter((track) => track.mode === 'showing').map((track) => track.language),
  )

/** Chooses an entry of the settings menu, each of which is there once. */
async function choose(page: Page, setting: string, value: string) {
  const menu = page.locator('media-settings-menu')
  await page.locator('media-settings-menu-button').click()
  await menu.getByRole('menuitem', { name: setting }).click()
  await menu.getByRole('menuitemradio', { name: value }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}
