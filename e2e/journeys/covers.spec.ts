// The cover of a course: from a file, cropped with the keyboard, and from a video; seen by visitors, and removed.
import { resolve } from 'node:path'

import { expectAccessible, expectFitsPhone } from '../assertions'
import { expect, test } from '../fixtures'

const photo = resolve(import.meta.dirname, '../../docs/images/lesson.png')

test('a teacher gives a course a cover, and takes it back', async ({ as, api, browser, demo }) => {
  const { courseId } = await (await api('instructor')).demoVideo()
  const page = await as('instructor')
  await page.goto(`/teach/courses/${courseId}/settings?tab=page`)
  const section = page.getByRole('region', { name: 'Cover' })
  await expect(section.getByText("You haven't chosen a cover.")).toBeVisible()
  const file = section.locator('input[type=file]')

  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(section.getByRole('alert')).toContainText("isn't a JPEG, PNG, WebP or AVIF picture")
  await file.setInputFiles(photo)
  const dialog = page.getByRole('dialog', { name: 'Crop cover' })
  await dialog.getByLabel('Zoom').focus()
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight')
  await expect(dialog.getByLabel('Zoom')).toHaveValue('1.2')
  await expectAccessible(page)
  await expectFitsPhone(page)
  await dialog.getByRole('button', { name: 'Use picture' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(section.getByRole('button', { name: 'Remove cover' })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)

  const visitor = await (await browser.newContext({ baseURL: demo.url })).newPage()
  const picture = visitor.getByRole('complementary', { name: 'Price and enrolment' }).locator('img')
  await visitor.goto(`/courses/${courseId}`)
  await expect(picture).toHaveJSProperty('complete', true)
  const uploaded = await picture.getAttribute('src')
  expect(uploaded).toMatch(/^\/api\/v1\/covers\//)
  const served = await visitor.request.get(uploaded ?? '')
  expect(served.headers()['content-type']).toBe('image/webp')

  await page.setViewportSize({ width: 1280, height: 800 })
  await section.getByRole('button', { name: 'Choose video frame' }).click()
  await page
    .getByRole('radio', { name: /^Frame at/ })
    .nth(3)
    .click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use frame' }).click()
  await expect(page.getByRole('dialog')).toBeHidden({ timeout: 20_000 })
  await visitor.reload()
  await expect(picture).not.toHaveAttribute('src', uploaded ?? '')
  await visitor.goto('/')
  const card = visitor.getByRole('list', { name: 'Catalogue' }).getByRole('listitem').filter({ hasText: 'Animation' })
  await expect(card.locator('img')).toHaveAttribute('src', /^\/api\/v1\/covers\//)
  await visitor.context().close()

  await section.getByRole('button', { name: 'Remove cover' }).click()
  await expect(section.getByText("You haven't chosen a cover.")).toBeVisible()
})
