// A demo class: booked, moved and cancelled by a visitor; another one completed by its instructor and rated by its visitor.
import type { Page } from '@playwright/test'

import { linkInEmail } from '../emails'
import { expect, test } from '../fixtures'

/** Opens a link as a new tab would: one that differs from the page shown in nothing, or only behind its #, loads nothing. */
async function openAnew(page: Page, link: string) {
  await page.goto('about:blank')
  await page.goto(link)
}

/** Chooses the first day that has free times, and the last of these. */
async function chooseTime(page: Page) {
  await page
    .getByRole('button', { name: /: \d+ free times?$/ })
    .first()
    .click()
  await page.getByRole('radio').last().click()
}

test('a visitor books a demo class, moves it and cancels it by the link of the email', async ({ api, page }) => {
  const admin = await api('admin')
  const email = `visitor-${Date.now()}@example.com`
  await page.goto('/demo')
  await chooseTime(page)
  await page.getByLabel('Your name').fill('Ann Visitor')
  await page.getByLabel('Email address').fill(email)
  await expect(async () => {
    await page.getByRole('button', { name: 'Book demo class' }).click() // refused to who is faster than people
    await expect(page.getByRole('link', { name: 'Manage booking' })).toBeVisible({ timeout: 1000 })
  }).toPass()

  await page.goto(await linkInEmail(admin, email, '/demo/manage'))
  await expect(page.getByText('Confirmed')).toBeVisible()
  await page.getByRole('button', { name: 'Move to another time' }).click()
  await chooseTime(page)
  await page.getByRole('button', { name: 'Move demo class' }).click()
  await expect(page.getByText('Demo class moved.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel demo class' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel demo class' }).click()
  await expect(page.getByText('Demo class cancelled.')).toBeVisible()
  await expect(page.getByText('Class cancelled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to another time' })).toHaveCount(0)
})

test('an instructor completes a demo class; its visitor gives feedback, and an administrator replies', async ({
  as,
  api,
  page,
}) => {
  const link = await linkInEmail(await api('admin'), 'thabo@example.com', '/demo/manage')
  await page.goto(link)
  await expect(page.getByRole('form', { name: 'Feedback' })).toHaveCount(0)

  const instructor = await as('instructor')
  await instructor.goto('/teach/demos?status=pending')
  await instructor.getByRole('button', { name: 'Actions for the demo class of Thabo Nkosi' }).click()
  await instructor.getByRole('menuitem', { name: 'Complete demo class' }).click()
  await instructor.getByRole('dialog').getByRole('button', { name: 'Complete demo class' }).click()
  await expect(instructor.getByText('Demo class completed.')).toBeVisible()

  await openAnew(page, link)
  const form = page.getByRole('form', { name: 'Feedback' })
  await form.getByRole('button', { name: 'Send feedback' }).click()
  await expect(form.getByRole('alert')).toContainText('Answer the questions marked below.')
  await form.getByRole('radio', { name: '4 stars' }).check({ force: true }) // the star lies over it
  await form.getByRole('radiogroup', { name: 'What was taught' }).getByLabel('Excellent').check()
  await form.getByRole('radiogroup', { name: 'The instructor' }).getByLabel('Good').check()
  await form.getByLabel('Yes').check()
  await form.getByLabel('What did you like most?').fill('The trains.')
  await form.getByRole('button', { name: 'Send feedback' }).click()
  await expect(page.getByText('The trains.')).toBeVisible()

  const admin = await as('admin')
  await admin.goto('/admin/demos/feedback')
  await admin.getByRole('button', { name: 'Reply to Thabo Nkosi' }).click()
  await admin.getByRole('textbox', { name: 'Reply' }).fill('Come again.')
  await admin.getByRole('button', { name: 'Save reply' }).click()
  await expect(admin.getByText('Reply saved.')).toBeVisible()
  await openAnew(page, link)
  await expect(page.getByText('Come again.')).toBeVisible()
})
