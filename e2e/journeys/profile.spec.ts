import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { passphrase, registerUser, signIn } from '../accounts'

import { expectAccessible, expectFitsPhone } from '../assertions'
import { linkInEmail } from '../emails'
import { expect, test } from '../fixtures'

const photo = resolve(import.meta.dirname, '../../docs/images/lesson.png')

test('a user fills in their profile, exports their data, deletes the account, and restores it', async ({
  page,
  request,
  api,
}) => {
  test.setTimeout(120_000)
  const email = await registerUser(request, await api('admin'))
  await signIn(page, email, passphrase)
  await page.getByRole('button', { name: 'Account of Sam Someone' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('img', { name: /profile is \d+% complete/ })).toBeVisible()

  await page.locator('input[type=file]').setInputFiles(photo)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByLabel('Zoom').fill('2')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use picture' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('main').getByRole('img', { name: 'Your picture' })).toBeVisible()

  await page.getByLabel('Headline').fill('Keeper of bees')
  await page.getByRole('combobox', { name: 'Skills' }).fill('Beekeeping')
  await page.getByRole('combobox', { name: 'Skills' }).press('Enter')
  await page.getByRole('button', { name: 'Add position' }).click()
  await page.getByLabel('Organisation').fill('Hive Ltd')
  await page.getByLabel('Phone').fill('12345')
  await page.getByLabel('Time zone').selectOption('Europe/Zurich')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('A phone number starts with + and the country code')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Phone').fill('+41 31 123 45 67')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('Headline')).toHaveValue('Keeper of bees')
  await expect(page.getByLabel('Phone')).toHaveValue('+41311234567')
  await expect(page.getByLabel('Organisation')).toHaveValue('Hive Ltd')
  await expect(page.getByText('Beekeeping', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectFitsPhone(page, 320)
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Your data' }).click()
  await page.getByRole('button', { name: 'Export my data' }).click()
  const link = page.getByRole('link', { name: 'Download archive' })
  await expect(link).toBeVisible({ timeout: 20_000 })
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
  await expectAccessible(page)
  await expectFitsPhone(page, 320)

  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel(`Type ${email} to confirm`).fill(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete in 30 days' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goto('/settings/profile')
  await expect(page).toHaveURL(/sign-in/)

  await signIn(page, email, passphrase) // cancels the deletion
  await page.goto('/settings/profile')
  await expect(page.getByLabel('Headline')).toHaveValue('Keeper of bees')
})

test('a permanently deleted account cannot sign in', async ({ page, request, api }) => {
  const email = await registerUser(request, await api('admin'))
  await signIn(page, email, passphrase)
  await page.goto('/settings/data')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel("Now. You can't undo it.").check()
  await page.getByLabel(`Type ${email} to confirm`).fill(email)
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(passphrase)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page).toHaveURL(/sign-in/)
})

test('a new email address takes effect once its link is opened, and the old address can undo it', async ({
  page,
  request,
  api,
}) => {
  const email = await registerUser(request, await api('admin'))
  const other = `other-${email}`
  const admin = await api('admin')
  await signIn(page, email, passphrase)
  await page.goto('/settings/profile')
  await page.getByRole('button', { name: 'Change email address' }).click()
  await page.getByLabel('New email address').fill(other)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`We sent a link to ${other}`)).toBeVisible()

  await page.goto(await linkInEmail(admin, other, '/confirm-email'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByText('Email address changed.')).toBeVisible()
  await page.goto('/settings/profile')
  await expect(page.getByRole('region', { name: 'Email address' })).toContainText(other)

  await page.goto(await linkInEmail(admin, email, '/undo-email'))
  await page.getByRole('button', { name: 'Undo change' }).click()
  await expect(page.getByText('Your account uses this email address again.')).toBeVisible()
  await page.goto('/settings/profile')
  await expect(page).toHaveURL(/sign-in/)

  // The person who changed the address may know the password: it is void, and the old address gets a link to choose another.
  await page.goto(await linkInEmail(admin, email, '/reset-password'))
  const another = 'orbit kettle plum sparrow'
  await page.getByLabel('New password', { exact: true }).fill(another)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. Sign in with your new password.')).toBeVisible()
  await signIn(page, email, another)
})
