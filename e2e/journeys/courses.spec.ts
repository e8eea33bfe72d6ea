// A live course from creation to enrollment: a teacher prices it, a student finds it, by a filter and by a typo.
import { addLesson, publishCourse, saved } from '../builder'
import { countClicks } from '../clicks'
import { expect, test } from '../fixtures'
import { mouse } from '../input-modes'

test.describe.configure({ mode: 'serial' })

const word = `Zymurgy${Date.now()}` // occurs in no other course
const title = `${word} for beginners`

test('a teacher creates a live course with a lesson and a price and publishes it, in at most 20 clicks', async ({
  as,
}) => {
  const page = await as('instructor')
  const clicks = await countClicks(page)
  await page.goto('/teach')
  await page.getByRole('link', { name: 'Create course' }).first().click()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').fill('Brewing')
  await page.getByLabel('Format').selectOption('live')
  const description = page.getByRole('textbox', { name: 'Description' })
  await description.fill('You brew from the first week.')
  await description.press('ControlOrMeta+a')
  await description.press('ControlOrMeta+b')
  await page.getByRole('button', { name: 'Create course' }).click()

  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
  await expect(steps.filter({ hasText: 'Add lessons' }).getByLabel('To do')).toBeVisible()
  await page.getByRole('button', { name: 'Add section' }).click()
  await addLesson(page, mouse(), 'New section', 'Text', 'What yeast does')
  await page.getByRole('textbox', { name: 'Lesson text' }).fill('It eats sugar.')
  await saved(page)
  await expect(steps.filter({ hasText: 'Add lessons' }).getByLabel('Done')).toBeVisible()

  await page.getByRole('link', { name: 'Set a price' }).click()
  await page.getByRole('button', { name: 'Add price' }).click()
  await page.getByLabel('Group price per person').fill('120.50')
  await page.getByLabel('One-to-one price').fill('400')
  await page.getByRole('link', { name: 'Cover and page' }).click()
  await page.getByLabel('Certificate').check()
  await page.getByLabel('Tools').fill('Hydrometer')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await expect(page.getByText('Changes saved.', { exact: true })).toBeVisible()

  await publishCourse(page, mouse())
  await clicks.expectAtMost(20, 'create and publish a course')

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Teaching' }).click()
  await expect(page.getByRole('link', { name: `Learners of ${title}` })).toBeVisible()
})

test('a student finds it by a filter and by a typo, saves it and asks for a place', async ({ as, api }) => {
  const page = await as('student')
  await page.goto('/courses')
  const cards = page.getByRole('list', { name: 'Catalogue' })
  await page.getByLabel('Tool').selectOption({ label: 'Hydrometer (1)' })
  await expect(page).toHaveURL(/tools_technologies=Hydrometer/)
  await expect(cards.getByRole('link', { name: title })).toBeVisible()

  await page.goto('/courses')
  const typo = word.replace('Zymurgy', 'Zmyurgy')
  await page.getByRole('combobox', { name: 'Search courses' }).fill(typo)
  await page.getByRole('combobox', { name: 'Search courses' }).press('Enter')
  await cards.getByRole('link', { name: title }).click()

  await expect(page.getByText('US$120.50')).toBeVisible()
  await expect(page.getByText('You brew from the first week.')).toHaveCSS('font-weight', '700')
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByRole('button', { name: 'Saved' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('link', { name: 'Buy this course' })).toBeVisible()
  const id = new URL(page.url()).pathname.split('/').pop()
  await (await api('student')).send('post', `/courses/${id}/enroll`) // as where a course is paid for by arrangement

  await page.goto('/app/courses?show=saved')
  await expect(page.getByRole('link', { name: title })).toBeVisible()
})

test('an administrator admits them', async ({ as }) => {
  const page = await as('admin')
  await page.goto(`/?search=${word}`)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('link', { name: 'Manage course' }).click()
  await page.getByRole('link', { name: 'Learners', exact: true }).click()
  await page.getByRole('button', { name: 'Approve Mina Okafor' }).click()
  await expect(page.getByRole('row', { name: /Mina Okafor/ }).getByText('Active')).toBeVisible()
})
