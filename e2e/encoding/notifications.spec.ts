// Notifications reach users while they are on another page, in the list, and by mail from which they can unsubscribe.
import { readFile } from 'node:fs/promises'

import type { Schema } from '../api'
import { expectAccessible } from '../assertions'
import { clip, expect, test } from '../fixtures'

test.describe.configure({ mode: 'serial', timeout: 240_000 })

test('an uploaded video sends a notification when it is ready, and the bell leads to it', async ({ as, api }) => {
  const page = await as('instructor')
  await page.goto('/teach/videos')
  const [course] = await (await api('instructor')).get<Schema<'Course'>[]>('/courses/get?mine=true')
  await page.goto(`/teach/videos?courseId=${course?.id}`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  const title = `a film that rings ${Date.now()}`
  await (await chooser).setFiles({
    name: `${title}.mp4`,
    mimeType: 'video/mp4',
    buffer: await readFile(clip('bbb-480p-30s.mp4')),
  })
  await expect(page.getByRole('region', { name: 'Uploads' }).getByText('Uploaded.')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Catalogue' }).first().click()

  const bell = page.getByRole('button', { name: /^Notifications/ })
  await expect(page.getByRole('status').getByText(`${title} is ready`)).toBeVisible({ timeout: 180_000 })
  await expect(bell).toHaveAccessibleName(/[1-9]\d* unread/)
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('listitem').first()).toContainText('is ready')
  await expectAccessible(page)
  await panel.getByRole('button', { name: `${title} is ready` }).click()
  await expect(page).toHaveURL(/\/learn\//)
  await page.reload()
  await expect(bell).toHaveAccessibleName(/^Notifications/)
  await page.goto('/notifications?unread=true')
  await expect(page.getByText(`${title} is ready`)).toHaveCount(0)
})

test('preferences are saved', async ({ as }) => {
  const page = await as('instructor')
  await page.goto('/settings/notifications')
  const mail = page.getByRole('checkbox', { name: 'Videos ready: by email' })
  await mail.check()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByText('Weekly', { exact: true }).click()
  await expect(page.getByText(/Next email:/)).toBeVisible()
  await page.reload()
  await expect(mail).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked()
})
