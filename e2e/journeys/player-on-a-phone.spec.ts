// The player where there is little room.
import { expectAccessible } from '../assertions'
import { expect, test } from '../fixtures'

test('the poster plays the video, and nothing covers the open settings menu', async ({ as, api }) => {
  const { courseId, videoId } = await (await api('instructor')).demoVideo()
  const page = await as('student')
  await page.setViewportSize({ width: 390, height: 740 })
  await page.goto(`/learn/${courseId}/${videoId}`)
  const play = page.getByRole('button', { name: /^Play / })
  await expect(play).toBeVisible()
  await expect(page.locator('video'), 'not loaded until the viewer acts').toHaveCount(0)
  await expectAccessible(page)
  await play.click()
  const at = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(at, { timeout: 20_000 }).toBeGreaterThan(0)
  await expect(page.locator('media-controller')).toBeFocused()
  await page.locator('media-settings-menu-button').click()
  const menu = page.locator('media-settings-menu')
  for (const item of await menu.getByRole('menuitem').all()) await item.click({ trial: true })
  await menu.getByRole('menuitem', { name: 'Speed' }).click()
  const speeds = menu.getByRole('menuitemradio')
  await expect(speeds).toHaveCount(7)
  for (const speed of await speeds.all()) await speed.click({ trial: true })
})
