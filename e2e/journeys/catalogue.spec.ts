import { expect, test } from '../fixtures'

const courses = '**/api/v1/courses/get*'

test('a search narrows the catalogue, and clearing it brings everything back', async ({ page }) => {
  await page.goto('/')
  const cards = page.getByRole('list', { name: 'Catalogue' }).getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  const all = await cards.count()

  await page.getByRole('main').getByRole('combobox', { name: 'Search courses' }).fill('no course is called like this')
  await page.getByRole('main').getByRole('combobox', { name: 'Search courses' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 courses for “no course is called like this”')
  await expect(page.getByRole('heading', { name: 'No matching courses' })).toBeVisible()
  await expect(page).toHaveURL(/search=/)

  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(cards).toHaveCount(all)
})

test('when the server is unreachable the catalogue says so and offers to retry', async ({ page }) => {
  await page.route(courses, (route) => route.abort())
  await page.goto('/?search=course')
  const retry = page.getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Search courses' })).toHaveValue('course')

  await page.unroute(courses)
  await retry.click()
  await expect(retry).toBeHidden()
  await expect(page).toHaveURL(/search=course/)
})

test('an unknown URL leads back to the catalogue', async ({ page }) => {
  await page.goto('/no/such/page')
  await page.getByRole('link', { name: 'Go to catalogue' }).click()
  await expect(page.getByRole('heading', { name: 'Catalogue' })).toBeVisible()
})
