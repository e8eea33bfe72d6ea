// The public page of a course: a visitor tries it in place and enrols, on a desktop and on a phone; a paid course is bought, or given to another person.
import type { Page } from '@playwright/test'

import { demoPassword, emailOf, passphrase, registerUser, signIn } from '../accounts'
import type { Schema } from '../api'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { linkInEmail } from '../emails'
import { type ApiAs, expect, test } from '../fixtures'

/** Publishes a course of two sections, whose first lesson is a preview. */
async function published(api: ApiAs, members: object) {
  const teacher = await api('instructor')
  const course = await teacher.send<Schema<'CourseDetail'>>('post', '/courses/create', {
    category: 'Nature',
    outcomes: ['Tell a limpet from a barnacle'],
    faq: [{ question: 'Do I need boots?', answer: 'Yes.' }],
    ...members,
  })
  const base = `/curriculum/course/${course.id}`
  for (const [section, name, previewable] of [
    ['On the shore', 'Limpets', true],
    ['Below the tide', 'Starfish', false],
  ] as const) {
    const { id } = await teacher.send<Schema<'OutlineEntry'>>('post', `${base}/sections`, { title: section })
    await teacher.send('post', `${base}/sections/${id}/lessons`, {
      type: 'text',
      title: name,
      content: { html: `<p>About ${name}.</p>` },
      duration_seconds: 300,
      previewable,
    })
  }
  await teacher.send('post', `${base}/publish`)
  await teacher.send('patch', `/courses/toggle-status/${course.id}`)
  return { id: course.id, hide: () => teacher.send('patch', `/courses/toggle-status/${course.id}`) }
}

/** Whether all of the button is on the screen. */
const inView = (page: Page, name: string) =>
  expect(page.getByRole('complementary', { name: 'Price and enrolment' }).getByText(name)).toBeInViewport({ ratio: 1 })

for (const device of ['desktop', 'phone'] as const) {
  test(`a visitor reads a preview in place and enrols, on a ${device}`, async ({ api, browser, demo }) => {
    const course = await published(api, { title: `Tide pools on a ${device}`, course_type: 'free' })
    const viewport = device === 'phone' ? { width: 390, height: 844 } : { width: 1280, height: 800 }
    const context = await browser.newContext({ baseURL: demo.url, viewport, hasTouch: device === 'phone' })
    const page = await context.newPage()
    await page.goto(`/courses/${course.id}`)

    await expect(page.getByText('2 sections · 2 lessons · 10 min')).toBeVisible()
    await page.getByRole('button', { name: 'Preview this course' }).click()
    await expect(page.getByRole('dialog', { name: 'Limpets' }).getByText('About Limpets.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByText('About Limpets.')).toBeHidden()

    await page.getByRole('button', { name: 'Expand all' }).click()
    await expect(page.getByText('Starfish', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Starfish' })).toBeHidden()
    await page.getByText('Do I need boots?').scrollIntoViewIfNeeded()
    await inView(page, 'Sign in to enrol')
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Sign in to enrol' }).click()
    await page.getByLabel('Email').fill(emailOf('student'))
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Enrol in this course' }).click()
    await page.getByRole('link', { name: 'Start learning' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Limpets' })).toBeVisible()
    await context.close()
    await course.hide() // other journeys count the courses in the catalogue
  })
}

test('a learner buys a course with a second card, after the first was declined, and gets a receipt', async ({
  api,
  as,
}) => {
  const prices = [{ currency: 'EUR', individual: 90_000, batch: 40_000, early_bird_discount: 20 }]
  const course = await published(api, { title: 'Tide pools with a guide', course_type: 'live', prices })
  const page = await as('student')
  await page.goto(`/courses/${course.id}`)
  await expect(page.getByText('€320.00')).toBeVisible()
  await expect(page.getByText('20% early-bird discount')).toBeVisible()
  await page.getByRole('link', { name: 'Buy this course' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole('button', { name: 'Pay €320.00' }).click()

  const payment = page.getByRole('form', { name: 'Test payment' })
  await payment.getByLabel('Card number').fill('4000 0000 0000 0002')
  await payment.getByRole('button', { name: 'Pay €320.00' }).click()
  await expect(payment.getByRole('alert')).toContainText('declined')
  await expectAccessible(page)
  await payment.getByLabel('Card number').fill('4242 4242 4242 4242')
  await payment.getByRole('button', { name: 'Pay €320.00' }).click()
  await expect(page.getByRole('heading', { name: "Paid. You're enrolled." })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)

  await page.getByRole('link', { name: 'Payments and receipts' }).click()
  await expect(page.getByText('Tide pools with a guide').first()).toBeVisible()
  await expectAccessible(page)
  await course.hide() // other journeys count the courses in the catalogue
})

test('a learner gives a course to a new address, which redeems it with an account of its own', async ({
  api,
  as,
  browser,
  demo,
  request,
}) => {
  const prices = [{ currency: 'EUR', individual: 0, batch: 40_000 }]
  const course = await published(api, { title: 'Tide pools for two', course_type: 'live', prices })
  const chief = await api('admin')
  const address = `sister-${Date.now()}@family.test`
  const page = await as('student')
  await page.goto(`/courses/${course.id}`)
  await page.getByRole('link', { name: 'Buy as a gift' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Give a course' })).toBeVisible()
  await page.getByLabel("Recipient's email address").fill(address)
  await page.getByLabel("Recipient's name").fill('Lea')
  await page.getByLabel('Message').fill('See you at low tide')
  await expect(page.getByRole('region', { name: 'Preview of the card' })).toContainText('See you at low tide')
  await page.getByRole('button', { name: 'Pay €400.00' }).click()
  const payment = page.getByRole('form', { name: 'Test payment' })
  await payment.getByLabel('Card number').fill('4242 4242 4242 4242')
  await payment.getByRole('button', { name: 'Pay €400.00' }).click()
  await expect(page.getByRole('heading', { name: 'Your gift is ready.' })).toBeVisible()
  await page.getByRole('link', { name: 'See gifts' }).click()
  const row = page.getByRole('row', { name: /Tide pools for two/ })
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()

  const link = await linkInEmail(chief, address, '/gift')
  await registerUser(request, chief, address)
  const context = await browser.newContext({ baseURL: demo.url })
  const recipient = await context.newPage()
  await signIn(recipient, address, passphrase)
  await recipient.goto(link)
  await expect(recipient.getByText('See you at low tide')).toBeVisible()
  await recipient.getByRole('button', { name: 'Accept gift' }).click()
  await expect(recipient.getByText('Gift accepted.')).toBeVisible()
  await expect(recipient.getByText("You're enrolled.")).toBeVisible()
  await context.close()

  await page.reload()
  await expect(row.getByText('Redeemed')).toBeVisible()
  await course.hide() // other journeys count the courses in the catalogue
})
