// The core of the product: a teacher uploads a video, a student watches it.
import type { CDPSession, Page } from '@playwright/test'

import type { Schema } from '../api'
import { clip, expect, test } from '../fixtures'
import { loadPlayer } from '../player'

test.describe.configure({ mode: 'serial', timeout: 240_000 })

const title = `Night sky ${Date.now()}`
const film = 'bbb-480p-30s.mp4'
let course = '' // the address of the course's page

test('a teacher makes a course and uploads a video while the network fails', async ({ as, api }) => {
  const page = await as('instructor')
  await page.goto('/teach/courses/new')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').fill('Astronomy')
  await page.getByLabel('Summary').fill('What is up there, and how to find it.')
  await page.getByRole('button', { name: 'Create course' }).click()
  await page.waitForURL(/\/teach\/courses\/[^/]+\/curriculum/)
  const courseId = new URL(page.url()).pathname.split('/')[3] ?? ''
  course = `/courses/${courseId}`
  await (await api('instructor')).send('patch', `/courses/toggle-status/${courseId}`) // students watch videos that are in no lesson
  await page.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Videos', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Videos' })).toBeVisible()

  const network = await throttle(page, 700_000)
  await choose(page, film)
  const dock = page.getByRole('region', { name: 'Uploads' })
  const bar = dock.getByRole('progressbar', { name: `Upload of ${film}` })
  await expect(async () => expect(Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(20)).toPass()
  const cut = page.waitForEvent('requestfailed', (request) => request.url().includes('/video-streaming/'))
  await network('offline')
  await cut
  await network('online')

  await expect(dock.getByText('Uploaded. The video is being processed.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Catalogue' }).first().click()
  await expect(dock, 'the dock survives navigation').toBeVisible()
})

test('the teacher sees each rung grow until the video is complete', async ({ as }) => {
  const page = await as('instructor')
  await page.goto(`/teach/videos?courseId=${course.split('/').at(-1)}`)
  const row = page.getByRole('list', { name: 'Videos' }).getByRole('listitem').first()
  const rungs = row.getByRole('list', { name: 'Progress by quality' })
  for (const name of ['Audio', '240p', '360p', '480p']) {
    await expect(rungs.getByRole('listitem').filter({ hasText: name }), name).toBeVisible()
  }
  await expect(row.getByText('You can already watch it.')).toBeVisible({ timeout: 90_000 })
  await expect(row.getByText('Ready', { exact: true })).toBeVisible({ timeout: 120_000 })
  await expect(row.getByRole('link', { name: 'Watch' })).toBeVisible()
})

test('nobody else sees it until the teacher shares it', async ({ as }) => {
  const page = await as('instructor')
  await page.goto(`/teach/videos?courseId=${course.split('/').at(-1)}`)
  const row = page.getByRole('list', { name: 'Videos' }).getByRole('listitem').first()
  await expect(row.getByText('No lesson shows this video. Only instructors can watch it.')).toBeVisible()
  const student = await as('student')
  await student.goto(course)
  await expect(student.getByText('No lessons yet')).toBeVisible()

  await row.getByRole('button', { name: film.replace('.mp4', ''), exact: true }).click()
  await page.getByLabel('Shared with learners').check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Details saved.')).toBeVisible()
})

test('a student enrols, plays to the end, resuming after a reload', async ({ as }) => {
  const page = await as('student')
  await page.goto(course)
  await page.getByRole('button', { name: 'Enrol in this course' }).click()
  await page.getByRole('link', { name: 'Start learning' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await loadPlayer(page)
  await page.locator('media-play-button').click()
  await expect.poll(() => at(page), { timeout: 30_000 }).toBeGreaterThan(6)
  await page.locator('media-play-button').click()
  const left = await at(page)

  await page.reload()
  await loadPlayer(page)
  await expect.poll(() => at(page), { timeout: 20_000 }).toBeGreaterThan(left - 2)
  expect(await at(page)).toBeLessThan(left + 1)

  await expectSeekBarPreviews(page)
  await choosesQuality(page, '240p')
  await playsToTheEnd(page)
})

test('another file takes its place and keeps its captions; learners save it once downloads are on', async ({
  as,
  api,
}) => {
  const teacher = await api('instructor')
  const courseId = course.split('/').at(-1)
  const video = async () => {
    const [one] = await teacher.get<Schema<'Video'>[]>(`/video-streaming/courses/${courseId}/videos`)
    if (!one) throw new Error('the course has lost its video')
    return one
  }
  const before = await video()
  await teacher.send('put', `/video-streaming/${before.videoId}/captions/en`, { label: 'English', content: captions })
  const curriculum = `/curriculum/course/${courseId}`
  const section = await teacher.send<Schema<'OutlineEntry'>>('post', `${curriculum}/sections`, { title: 'Outside' })
  const lesson = await teacher.send<Schema<'LessonEntry'>>('post', `${curriculum}/sections/${section.id}/lessons`, {
    type: 'video',
    title: 'Looking up',
    content: { video_id: before.videoId },
  })
  await teacher.send('post', `${curriculum}/publish`)
  const student = await as('student')
  await student.goto(`/learn/${courseId}/${lesson.id}`)
  await expect(student.getByRole('heading', { level: 1, name: 'Looking up' })).toBeVisible()
  await expect(student.getByRole('button', { name: 'Transcript' })).toBeVisible()
  await expect(student.getByRole('button', { name: 'Download video' }), 'off until a teacher allows it').toHaveCount(0)

  const page = await as('instructor')
  await page.goto(`/teach/videos?courseId=${courseId}`)
  await page.getByRole('button', { name: film.replace('.mp4', ''), exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('checkbox', { name: 'Downloads' }).check()
  await drawer.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Details saved.')).toBeVisible()
  await choose(page, 'bbb-360p-10s.webm', 'Replace file')
  await expect.poll(async () => (await video()).durationMs, { timeout: 120_000 }).toBeLessThan(before.durationMs / 2)
  await expect.poll(async () => (await video()).status, { timeout: 120_000 }).toBe('completed')
  expect((await video()).videoId).toBe(before.videoId)

  await student.reload()
  await loadPlayer(student)
  await expect.poll(() => element(student).evaluate((v: HTMLVideoElement) => v.duration)).toBeLessThan(15)
  await student.getByRole('button', { name: 'Transcript' }).click()
  await expect(student.getByText('A rabbit wakes up.')).toBeVisible()
  const download = student.waitForEvent('download')
  await student.getByRole('button', { name: 'Download video' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.mp4$/)
})

const captions = `WEBVTT

00:00.000 --> 00:05.000
A rabbit wakes up.
`

/** Chooses the file in the file chooser that this button opens. */
async function choose(page: Page, name: string, button = 'Choose files') {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chooser).setFiles(clip(name))
}

/**
 * Limits upload speed to this many bytes a second, so that there is time to interrupt uploads, and returns a function
 * that switches the network off and on.
 */
async function throttle(page: Page, uploadThroughput: number) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  const set = (state: 'online' | 'offline') =>
    cdp.send('Network.emulateNetworkConditions', {
      offline: state === 'offline',
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await cdp.send('Network.enable')
  await set('online')
  return set
}

const element = (page: Page) => page.locator('video')
const at = (page: Page) => element(page).evaluate((video: HTMLVideoElement) => video.currentTime)

async function expectSeekBarPreviews(page: Page) {
  const bar = page.locator('media-time-range')
  await bar.hover()
  await expect(page.locator('media-preview-thumbnail').first()).toHaveAttribute('mediapreviewimage', /storyboard/)
}

async function choosesQuality(page: Page, name: string) {
  await page.locator('media-settings-menu-button').click()
  await page.getByRole('menuitem', { name: 'Quality' }).click()
  const menu = page.locator('media-rendition-menu')
  await expect(menu.getByRole('menuitemradio', { name: /auto/i })).toBeVisible()
  await menu.getByRole('menuitemradio', { name }).click()
  await page.keyboard.press('Escape')
}

async function playsToTheEnd(page: Page) {
  await element(page).evaluate((video: HTMLVideoElement) => {
    video.playbackRate = 4
    return video.play()
  })
  await expect
    .poll(() => element(page).evaluate((video: HTMLVideoElement) => video.ended), { timeout: 60_000 })
    .toBe(true)
  const height = await element(page).evaluate((video: HTMLVideoElement) => video.videoHeight)
  expect(height, 'the quality that was chosen').toBe(240)
}
