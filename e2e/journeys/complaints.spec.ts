// A complaint: a visitor without an account follows the private link of the email, an administrator answers.
import { linkInEmail } from '../emails'
import { expect, test } from '../fixtures'

test('a visitor complains, and reads and answers the answer by the private link', async ({ api, as, page }) => {
  const email = `visitor-${Date.now()}@example.com`
  const subject = `Captions ${Date.now()}`
  await page.goto('/complaints/new')
  await page.getByLabel('Your name').fill('Ann Visitor')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Topic').selectOption('Technical problem')
  await page.getByLabel('Subject').fill(subject)
  await page.getByLabel('What happened').fill('The captions come too late.')
  await expect(async () => {
    await page.getByRole('button', { name: 'Send complaint' }).click() // refused to who is faster than people
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible({ timeout: 1000 })
  }).toPass()

  const office = await as('admin')
  await office.goto('/admin/complaints')
  await office.getByRole('link', { name: subject }).click()
  await office.getByLabel('Answer to the person').fill('Which browser do you use?')
  await office.getByRole('button', { name: 'Send answer' }).click()
  await expect(office.getByText('Waiting for the person').first()).toBeVisible()

  const link = await linkInEmail(await api('admin'), email, '/complaints/track')
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByText('Which browser do you use?')).toBeVisible()
  await page
    .getByLabel('File of at most 10 MB')
    .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') })
  await expect(page.getByText('screen.png')).toBeVisible()
  await page.getByLabel('Your message').fill('Safari on a phone.')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText('In progress').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'screen.png' })).toBeVisible()

  await office.reload()
  await expect(office.getByText('Safari on a phone.')).toBeVisible()
  await office.getByRole('radio', { name: 'It is resolved' }).check()
  await office.getByLabel('Answer to the person').fill('Mended.')
  await office.getByRole('button', { name: 'Send and resolve' }).click()
  await expect(office.getByText('Resolved').first()).toBeVisible()
})
