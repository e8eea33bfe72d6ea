import type { Page } from '@playwright/test'

import { signIn } from '../accounts'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { linkInEmail } from '../emails'
import { type ApiAs, expect, test } from '../fixtures'

test.slow() // two users, and an axe check of each dialog

const passphrase = 'a long enough passphrase'

/** A new user for one journey. */
const person = (name: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '-')}-${Date.now()}@lectern.test`,
})

/** Fills in the registration form. */
async function register(page: Page, { name, email }: { name: string; email: string }) {
  await page.goto('/register')
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(passphrase)
}

/** Follows the link in the email that completes a registration. */
async function confirm(page: Page, api: ApiAs, email: string) {
  await page.goto(await linkInEmail(await api('admin'), email, '/complete-registration'))
  await page.getByLabel('Password', { exact: true }).fill(passphrase)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page).toHaveURL(/app$/)
}

test('an administrator finds a locked-out user, unlocks, and locks by hand', async ({ page, as, api }) => {
  const lena = person('Lena Locked')
  await register(page, lena)
  await page.getByRole('button', { name: 'Create account' }).click()
  await confirm(page, api, lena.email)
  await page.getByRole('button', { name: `Account of ${lena.name}` }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(lena.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  for (const told of ['2 attempts left', '1 attempt left', 'You can try again at']) {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(told)
  }
  await expect(page.getByRole('timer')).toBeVisible()

  const admin = await as('admin')
  await admin.goto('/')
  await admin.getByRole('link', { name: /Locked accounts/ }).click()
  const row = admin.getByRole('row', { name: new RegExp(lena.email) })
  await expect(row).toContainText('Medium risk')
  await expect(row.getByRole('timer')).toBeVisible()
  await expectAccessible(admin)
  await row.getByRole('button', { name: `Unlock ${lena.name}` }).click()
  await expect(admin.getByRole('dialog')).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(admin.getByText(`${lena.name} can sign in again.`)).toBeVisible()
  await expect(row).toHaveCount(0)

  await signIn(page, lena.email, passphrase)
  await admin.getByRole('button', { name: 'Lock account' }).click()
  await admin.getByRole('searchbox').fill(lena.email)
  await expect(admin.getByRole('list', { name: 'Accounts found' })).toContainText(lena.name)
  await expectAccessible(admin)
  await admin.keyboard.press('Tab')
  await admin.keyboard.press('Enter')
  const dialog = admin.getByRole('dialog', { name: `Lock ${lena.name}?` })
  await dialog.getByLabel('Reason').fill('Asked on the telephone')
  await dialog.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(row).toContainText('Asked on the telephone')
  await page.goto('/app')
  await expect(page).toHaveURL(/sign-in/) // at once, on any page
})

test('a user who registers to teach may do so once an administrator has approved', async ({ page, as, api }) => {
  const toby = person('Toby Teacher')
  await register(page, toby)
  await page.getByText('Teach', { exact: true }).click()
  await page.getByLabel('What would you like to teach?').fill('Bees, and how to keep them.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await confirm(page, api, toby.email)
  await page.goto('/applications')
  await expect(page.getByRole('list', { name: 'Your applications' })).toContainText('Pending')
  await expectAccessible(page)
  await expectFitsPhone(page, 320)

  const admin = await as('admin')
  await admin.goto('/admin/applications?status=pending')
  await admin.getByRole('button', { name: `Approve ${toby.name}` }).click()
  await admin.getByLabel('Message to applicant').fill('Welcome!')
  await expectAccessible(admin)
  await admin.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByText(`Application from ${toby.name} approved.`)).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(page.getByRole('list', { name: 'Your applications' })).toContainText('Welcome!')
  await expect(page.getByRole('link', { name: 'Teaching' }).first()).toBeVisible()
})

test('an invited user finds the email on the mail page and signs up', async ({ page, as }) => {
  const ivo = person('Ivo Invited')
  const admin = await as('admin')
  await admin.goto('/admin/invitations')
  await admin.getByRole('button', { name: 'Invite user' }).click()
  await admin.getByLabel('Email').fill(ivo.email)
  await admin.getByLabel('Instructor').check()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Send invitation', exact: true }).click()
  await expect(admin.getByRole('row', { name: new RegExp(ivo.email) })).toContainText('Instructor')

  await admin.goto('/admin/mail')
  const email = admin.getByRole('row', { name: new RegExp(ivo.email) }).getByRole('button')
  await expect(async () => {
    await admin.getByRole('button', { name: 'Refresh' }).click()
    await expect(email).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  await email.click()
  await expect(admin.getByRole('dialog').getByTitle(/^Email “/)).toBeVisible()
  await admin.getByRole('tab', { name: 'Plain text' }).click()
  await expectAccessible(admin)
  const link = await admin.getByRole('dialog').getByRole('link', { name: /join#/ }).getAttribute('href')

  await page.goto(link ?? '')
  await page.getByLabel('Full name').fill(ivo.name)
  await page.getByLabel('Password', { exact: true }).fill(passphrase)
  await page
    .getByRole('button', { name: /account|join/i })
    .last()
    .click()
  await expect(page.getByRole('button', { name: `Account of ${ivo.name}` })).toBeVisible()
})

test('an administrator impersonates a user, and the audit log records it', async ({ as }) => {
  const admin = await as('admin')
  await admin.goto('/admin/users')
  await admin.getByRole('searchbox').fill('mina')
  await expect(admin).toHaveURL(/search=mina/)
  await admin.getByRole('link', { name: 'Mina Okafor' }).click()
  await admin.getByRole('button', { name: 'View as user' }).click()
  const why = `A lesson is missing ${Date.now()}`
  await admin.getByLabel('Reason').fill(why)
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Start viewing' }).click()

  const banner = admin.getByRole('region', { name: 'Viewing as another user' })
  await expect(banner).toContainText('Viewing as Mina Okafor (read-only)')
  await expect(admin.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expect(admin.getByRole('link', { name: 'Administration' })).toHaveCount(0)
  await expectAccessible(admin)
  await expectFitsPhone(admin, 320)
  await admin.setViewportSize({ width: 1280, height: 800 })
  await admin.reload()
  await expect(banner).toBeVisible()

  await banner.getByRole('button', { name: 'Stop' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Mina Okafor' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await admin.getByRole('tab', { name: 'Security log' }).click()
  await expect(admin.getByRole('row', { name: /Administrator acted/ }).first()).toBeVisible()
  await admin.getByRole('link', { name: 'Audit log' }).click()
  const row = admin.getByRole('row', { name: new RegExp(why) })
  await expect(row).toContainText('Mina Okafor')
  await expectAccessible(admin)
})

test('a spreadsheet with bad rows imports the good ones, once; users are changed in bulk', async ({ as }) => {
  const admin = await as('admin')
  const mark = `Batch${Date.now()}`
  const rows = [
    'full_name,email,roles',
    ...[1, 2, 3].map((n) => `${mark} Person ${n},${mark}-${n}@lectern.test,student`),
  ]
  const buffer = Buffer.from([...rows, `${mark} Nobody,not an address,student`].join('\r\n'))
  const sheet = { name: 'newcomers.csv', mimeType: 'text/csv', buffer }
  await admin.goto('/admin/users')
  await admin.getByRole('link', { name: 'Import CSV' }).click()
  await admin.getByLabel('CSV file').setInputFiles(sheet)
  await expect(admin.getByRole('main')).toContainText('3 new accounts, 0 changed, 0 unchanged, 1 row with errors.')
  await expect(admin.getByRole('row', { name: /^5/ })).toContainText('email')
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Add 3 accounts' }).click()
  await expect(admin.getByRole('main')).toContainText(
    'Import completed. 3 new accounts, 0 changed, 0 unchanged, 1 row with errors.',
  )
  await admin.getByRole('button', { name: 'Import another file' }).click()
  await admin.getByLabel('CSV file').setInputFiles(sheet)
  await expect(admin.getByRole('button', { name: 'Nothing to import' })).toBeDisabled()

  await admin.goto(`/admin/users?search=${mark}`)
  await admin.getByLabel('Select all on this page').check()
  await admin.getByRole('button', { name: 'Change selected' }).click()
  await admin.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Deactivate users' })
  await expect(dialog).toContainText('3 users would change')
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Deactivate 3 users' }).click()
  await expect(dialog).toContainText('3 users changed')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(admin.getByRole('table', { name: 'Users' }).getByText('Deactivated')).toHaveCount(3)
})

test('all users that match are changed by a job, and by a spreadsheet with their student numbers', async ({ as }) => {
  const admin = await as('admin')
  const mark = `Year${Date.now()}`
  const people = Array.from({ length: 60 }, (_, n) => `${mark} Person ${n},${mark}-${n}@lectern.test,${mark}/${n}`)
  const sheet = (rows: string[]) => ({
    name: 'year.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(rows.join('\r\n')),
  })
  await admin.goto('/admin/users/import')
  await admin.getByLabel('CSV file').setInputFiles(sheet(['full_name,email,student_number', ...people]))
  await admin.getByRole('button', { name: 'Add 60 accounts' }).click()
  await expect(admin.getByRole('main')).toContainText('Import completed. 60 new accounts')

  await admin.goto(`/admin/users?search=${mark}`)
  await admin.getByLabel('Select all on this page').check()
  await admin.getByRole('button', { name: 'Select all 60 matching users' }).click()
  await admin.getByRole('button', { name: 'Change selected' }).click()
  await admin.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Deactivate users' })
  await expect(dialog).toContainText(`Search: ${mark}`)
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Preview first' }).click()
  await expect(dialog).toContainText('Completed: 60 of 60 users. 60 would change')
  await dialog.getByRole('button', { name: 'Deactivate 60 users' }).click()
  await expect(dialog).toContainText('Completed: 60 of 60 users. 60 changed')
  await expectAccessible(admin)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(admin.getByRole('table', { name: 'Users' }).getByText('Deactivated').first()).toBeVisible()
  await admin.getByRole('link', { name: 'Bulk changes' }).click()
  await expect(admin.getByRole('row', { name: 'Deactivate users' }).first()).toContainText('60 of 60')

  await admin.goto('/admin/users/import')
  await admin.getByLabel('Update existing accounts').check()
  const back = sheet(['student_number,full_name,status', `${mark}/7,${mark} Renamed,active`, `${mark}/9,,`])
  await admin.getByLabel('CSV file').setInputFiles(back)
  await expect(admin.getByRole('table', { name: 'Changes' })).toContainText('full_name, status')
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Change 1 account' }).click()
  await expect(admin.getByRole('main')).toContainText('Import completed. 0 new accounts, 1 changed, 1 unchanged')
  await admin.goto(`/admin/users?search=${encodeURIComponent(`${mark}/7`)}`)
  await expect(admin.getByRole('table', { name: 'Users' })).toContainText(`${mark} Renamed`)
})
