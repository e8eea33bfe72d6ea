// The player where there is little room.
import { expect, test } from '../fixtures'

test('nothing covers the open settings menu', async ({ as, api }) => {
  const { courseId, videoId } = await (await api('instructor')).demoVideo()
  const page = await as('student')
  await page.setViewportSize({ width: 390, height: 740 })
  await page.goto(`/learn/${courseId}/${videoId}`)
  await page.locator('media-settings-menu-button').click()
  const menu = page.locator('media-settings-menu')
  for (const item of await menu.getByRole('menuitem').all()) await item.click({ trial: true })
  await menu.getByRole('menuitem', { name: 'Speed' }).click()
  const speeds = menu.getByRole('menuitemradio')
  await expect(speeds).toHaveCount(7)
  for (const speed of await speeds.all()) await speed.click({ trial: true })
})
