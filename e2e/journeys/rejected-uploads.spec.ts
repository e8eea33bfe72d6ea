import type { Page } from '@playwright/test'

import { expect, test } from '../fixtures'

test('a file that is not a video is refused before it is sent, with a message', async ({ as }) => {
  const page = await as('instructor')
  await page.goto('/teach/videos')
  await choose(page, 'notes.txt', 'text/plain', 'Remember the milk.')
  await expect(page.getByRole('alert')).toContainText('notes.txt: Unsupported video format')
  await expect(page.getByRole('region', { name: 'Uploads' })).toBeHidden()
})

test('a text file named as a video fails, says why, and is deleted by its title', async ({ as }) => {
  const page = await as('instructor')
  await page.goto('/teach/videos')
  await choose(page, 'shopping-list.mp4', 'video/mp4', 'Milk, bread, eggs. '.repeat(500))
  const row = page.getByRole('list', { name: 'Videos' }).getByRole('listitem').filter({ hasText: 'shopping-list' })
  await expect(row.getByText('Failed')).toBeVisible({ timeout: 60_000 })
  await expect(row).toContainText('Upload the video itself as MP4, MOV, MKV, WebM or AVI.')

  await row.getByRole('button', { name: 'More actions for shopping-list' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete “shopping-list”?' })
  await expect(dialog.getByRole('button', { name: 'Delete video' })).toBeDisabled()
  await dialog.getByLabel('Title').fill('shopping-list')
  await dialog.getByRole('button', { name: 'Delete video' }).click()
  await expect(row).toBeHidden()
})

async function choose(page: Page, name: string, mimeType: string, text: string) {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose files' }).click()
  await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(text) })
}
