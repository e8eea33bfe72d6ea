import { demoPassword, emailOf, passphrase, registerUser, signIn } from '../accounts'
import { Api } from '../api'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { linkInEmail } from '../emails'
import { expect, test } from '../fixtures'
import { startServer } from '../server'

test('a visitor registers by email, signs out and signs in again', async ({ page, api }) => {
  const email = `newcomer-${Date.now()}@lectern.test`
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('Full name').fill('Nia Newcomer')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a long enough passphrase')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText(`We sent a link to ${email}`)
  await expectAccessible(page)
  await expectFitsPhone(page, 320)

  const confirm = await page.context().newPage() // as an email client would
  await confirm.goto(await linkInEmail(await api('admin'), email, '/complete-registration'))
  await expect(confirm).toHaveURL(/complete-registration$/)
  await expectAccessible(confirm)
  await confirm.getByLabel('Password', { exact: true }).fill('a long enough passphrase')
  await confirm.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(confirm).toHaveURL(/app$/)
  await confirm.close()
  await page.getByRole('button', { name: 'Account of Nia Newcomer' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()

  await signIn(page, email, 'a long enough passphrase')
  await expect(page.getByRole('button', { name: 'Account of Nia Newcomer' })).toBeVisible()
})

test('a wrong password shows an error, keeps the input and does not sign in', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(emailOf('student'))
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('alert')).toContainText(/password/i)
  await expect(page.getByLabel('Email')).toHaveValue(emailOf('student'))
  await page.goto('/app')
  await expect(page).toHaveURL(/sign-in/)
})

test('a page for signed-in users asks to sign in first and then opens', async ({ page }) => {
  await page.goto('/teach/videos')
  await expect(page).toHaveURL(/sign-in/)
  await page.getByLabel('Email').fill(emailOf('instructor'))
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/teach\/videos/)
})

test('a new installation is set up once, with the code on the console', async ({ browser }) => {
  const server = await startServer()
  try {
    const context = await browser.newContext({ baseURL: server.url })
    const page = await context.newPage()
    await page.goto('/')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Set up Lectern' }).click()
    await expect(page.getByLabel('Setup code')).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Setup code').fill('AAAA-AAAA-AAAA-AAAA')
    await page.getByLabel('Full name').fill('Ada Admin')
    await page.getByLabel('Email').fill('ada@example.org')
    await page.getByLabel('Password', { exact: true }).fill('a long enough passphrase')
    const submit = page.getByRole('button', { name: 'Create administrator' })
    await submit.click()
    await expect(page.getByRole('alert')).toContainText('not the code from the console')

    const code = /\b[A-Z2-7]{4}(-[A-Z2-7]{4}){3}\b/.exec(server.console())?.[0]
    expect(code, `the console shows the code:\n${server.console()}`).toBeDefined()
    await page.getByLabel('Setup code').fill(code ?? '')
    await submit.click()
    await expect(page.getByRole('button', { name: 'Account of Ada Admin' })).toBeVisible()
    await page.goto('/courses')
    await expect(page.getByRole('heading', { name: 'No courses yet' })).toBeVisible()

    await page.goto('/setup')
    await expect(page.getByText('This installation is already set up.')).toBeVisible()

    const ada = await Api.signInWith('ada@example.org', 'a long enough passphrase', context.request)
    await page.goto(await linkInEmail(ada, 'ada@example.org', '/verify-email'))
    await expect(page).toHaveURL(/verify-email$/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Confirm email address' }).click()
    await expect(page.getByText('Email address confirmed.')).toBeVisible()
    await context.close()
  } finally {
    await server.stop()
  }
})

test('a forgotten password is reset with the link in an email, once', async ({ page, request, api }) => {
  const email = await registerUser(request, await api('admin'))
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('we sent an email to it')
  await expectAccessible(page)

  const link = await linkInEmail(await api('admin'), email, '/reset-password')
  await page.goto(link)
  await expect(page).toHaveURL(/reset-password$/)
  await page.getByLabel('New password', { exact: true }).fill('password12')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('This password is easy to guess.')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill('orbit kettle plum sparrow')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. Sign in with your new password.')).toBeVisible()
  await signIn(page, email, 'orbit kettle plum sparrow')

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('orbit kettle plum sparrow')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('alert')).toContainText('has expired or was already used')
  await expect(page.getByRole('link', { name: 'Request new link' })).toBeVisible()
  await expectAccessible(page)
})

test('three wrong passwords lock the account for a minute, counted down; the link in the email unlocks it at once', async ({
  page,
  request,
  api,
}) => {
  const email = await registerUser(request, await api('admin'))
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  const alert = page.getByRole('alert')
  for (const told of ['2 attempts left', '1 attempt left', 'You can try again at']) {
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(alert).toContainText(told)
  }
  await expect(page.getByRole('timer')).toHaveText(/^(1:00|0:[45]\d)$/)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)
  await expectFitsPhone(page, 320)

  await page.goto(await linkInEmail(await api('admin'), email, '/unlock'))
  await expect(page).toHaveURL(/unlock$/)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unlock account' }).click()
  await expect(page.getByText('Account unlocked. You can sign in now.')).toBeVisible()
  await signIn(page, email, passphrase)
})

test('an incomplete link shows an error', async ({ page }) => {
  await page.goto('/join')
  await expect(page.getByRole('alert')).toContainText('incomplete')
  await expectAccessible(page)
})

test('users change their password and sign out on other devices', async ({ page, request, api }) => {
  const email = await registerUser(request, await api('admin')) // signed in on another device
  await signIn(page, email, passphrase)
  await page.getByRole('button', { name: 'Account of Sam Someone' }).click()
  await page.getByRole('menuitem', { name: 'Password and devices' }).click()
  const devices = page.getByRole('main').getByRole('list').getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expectAccessible(page)
  await expectFitsPhone(page, 320)

  await page.getByLabel('Current password').fill('not the password')
  await page.getByLabel('New password', { exact: true }).fill('orbit kettle plum sparrow')
  await page.getByLabel('Confirm new password').fill('orbit kettle plum sparrow')
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await expect(page.getByRole('alert')).toContainText('Password change failed')
  await expect(page.getByText('This is not your current password')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Current password').fill(passphrase)
  await page.getByLabel('Sign out on all other devices').check()
  await change.click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  await expect(devices).toHaveCount(1)
  await expect(devices).toContainText('This device')
})
