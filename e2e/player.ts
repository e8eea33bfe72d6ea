import type { Page } from '@playwright/test'

/** Has the viewer act on the page of a video, which loads its player; until then its poster stands there. */
export async function loadPlayer(page: Page) {
  await page.getByRole('button', { name: /^Play / }).waitFor()
  await page.keyboard.press('Shift')
  await page.locator('video').waitFor()
}
