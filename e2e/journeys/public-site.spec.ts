// What the server has written of a public page: readable without scripts, and taken over by the app without a movement.
import { expectLoaded } from '../assertions'
import { expect, test } from '../fixtures'
import { recordLayoutShifts, shiftOf } from '../layout-shift'

test('a visitor without JavaScript reads the catalogue, a course and a post', async ({ browser, demo, api }) => {
  const { courseId } = await (await api('instructor')).demoVideo()
  const context = await browser.newContext({ baseURL: demo.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'Catalogue' }).click()
  await expect(page).toHaveTitle(/^Catalogue · /)
  const course = page.getByRole('main').getByRole('listitem').getByRole('link').first()
  const title = await course.innerText()
  await course.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goto(`/courses/${courseId}`) // the first one is that of another journey
  await expect(page.getByRole('heading', { name: 'About this course' })).toBeVisible()
  await page.getByRole('link', { name: 'Blog' }).click()
  await page.getByRole('link', { name: 'How to read your first balance sheet' }).click()
  await expect(page.getByRole('article').or(page.getByRole('main'))).toContainText('balance sheet')
  const missing = await page.goto('/blog/no-such-post')
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await context.close()
})

test('the app takes over what the server has written, without a request for it and without a movement', async ({
  browser,
  demo,
}) => {
  const context = await browser.newContext({ baseURL: demo.url })
  const page = await context.newPage()
  await recordLayoutShifts(page)
  // Without the fonts of the site: lines break elsewhere when they replace those of the system, by how much depends on the texts of all courses
  // (pages.spec.ts measures it). What the app moves is measured here.
  await page.route('**/*.woff2', (route) => route.abort())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [path, answered] of [
    ['/', '/api/v1/courses/get'],
    ['/courses', '/api/v1/courses/get'],
    ['/blog', '/api/v1/blogs'],
    ['/blog/how-to-read-your-first-balance-sheet', '/api/v1/blogs/how-to-read-your-first-balance-sheet'],
    ['/instructors', '/api/v1/instructors'],
  ] as const) {
    await page.goto(path)
    await expectLoaded(page)
    expect(await shiftOf(page), path).toBeLessThanOrEqual(0.02)
    expect(asked, path).not.toContain(answered)
  }
  await context.close()
})

test('the picture of a page comes before the app, which starts without it when it takes long or the user acts', async ({
  browser,
  demo,
  api,
}) => {
  const { courseId } = await (await api('instructor')).demoVideo()
  const context = await browser.newContext({ baseURL: demo.url })
  const page = await context.newPage()
  await page.route('**/api/v1/covers/**', () => {}) // never answered
  const app = page.locator('script[type="module"]')
  const open = async () => {
    await page.goto(`/courses/${courseId}`, { waitUntil: 'domcontentloaded' })
    await expect(page.locator('.served h1')).toBeVisible()
  }
  await open()
  await expect(app).toHaveCount(0)
  await expect(page.locator('.served')).toHaveCount(0)
  await open()
  await page.keyboard.press('Tab')
  expect(await app.count()).toBeGreaterThan(0)
  await context.close()
})
