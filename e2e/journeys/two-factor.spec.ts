import type { Page } from '@playwright/test'

import { demoPassword, emailOf, signIn } from '../accounts'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { linkInEmail } from '../emails'
import { expect, test } from '../fixtures'
import { startDemo } from '../server'
import { codeOf } from '../totp'

const passphrase = 'a long enough passphrase'

// Browsers bind passkeys to a host name; the demo listens on a bare IP address, whose name this is.
test.use({ baseURL: async ({ demo }, use) => use(demo.url.replace('127.0.0.1', 'localhost')) })

/** A fingerprint reader with no finger on it. `touch` puts one on it during an action. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  })
  const finger = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return async (during: () => Promise<unknown>) => {
    await finger(true)
    await during()
    await finger(false)
  }
}

async function password(page: Page, email: string) {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(passphrase)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: 'Account of Fay Factor' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
}

test('a new user sets up an authenticator app and a passkey, and signs in by each', async ({ page, api }) => {
  const email = `factor-${Date.now()}@lectern.test`
  const touch = await withAuthenticator(page)
  await page.goto('/register')
  await page.getByLabel('Full name').fill('Fay Factor')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(passphrase)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('We sent a link to')
  await page.goto(await linkInEmail(await api('admin'), email, '/complete-registration'))
  await page.getByLabel('Password', { exact: true }).fill(passphrase)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page).toHaveURL(/app$/)

  await page.goto('/settings/security')
  await expect(page.getByText('Anyone who has your password can sign in.')).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page, 320)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.getByRole('button', { name: 'Set up' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByAltText('QR code for your authenticator app')).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page, 320)
  await page.setViewportSize({ width: 1280, height: 900 })
  const secret = (await dialog.locator('pre').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('Code').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allInnerTexts()
  await expectAccessible(page)
  await page.getByRole('button', { name: "I've saved them" }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('10 codes left. Each works once.')).toBeVisible()

  await signOut(page)
  await password(page, email)
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page, 320)
  await page.goto('/app') // no page is accessible yet
  await expect(page).toHaveURL(/sign-in/)
  await password(page, email)
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('This code is wrong.')).toBeVisible()
  await page.getByLabel('Code').fill(codeOf(secret, 1)) // the previous code is used up
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/app$/)

  await page.goto('/settings/security')
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByLabel('Name').fill('This laptop')
  await touch(async () => {
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('This laptop')
  })
  await expectAccessible(page)

  await signOut(page)
  await page.goto('/sign-in')
  await expectAccessible(page)
  await touch(async () => {
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page).toHaveURL(/app$/)
  })

  await signOut(page)
  await touch(async () => {
    await page.goto('/sign-in') // with the finger in place: the browser's offer at the address field is accepted at once
    await expect(page).toHaveURL(/app$/)
  })

  await signOut(page)
  await password(page, email)
  await touch(async () => {
    await page.getByRole('button', { name: 'Use a passkey' }).click() // as the second factor
    await expect(page).toHaveURL(/app$/)
  })

  await signOut(page)
  await password(page, email)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/app$/)
  await page.goto('/settings/security')
  await expect(page.getByText('9 codes left. Each works once.')).toBeVisible()
})

test('a role that requires a second factor blocks everything until one is set up', async ({ browser }) => {
  const server = await startDemo() // one of its own: the policy is everybody's
  try {
    const admin = await (await browser.newContext({ baseURL: server.url })).newPage()
    await signIn(admin, emailOf('admin'), demoPassword)
    await admin.goto('/admin/security')
    await admin.getByRole('checkbox', { name: 'Administrator' }).check()
    await admin.getByRole('button', { name: 'Save changes' }).click()
    await expect(admin.getByRole('alert').filter({ hasText: 'Set it up first' })).toBeVisible()
    await admin.getByRole('checkbox', { name: 'Administrator' }).uncheck()
    await admin.getByRole('checkbox', { name: 'Corporate client' }).check()
    await expectAccessible(admin)
    await expectFitsPhone(admin, 320)
    await admin.getByRole('button', { name: 'Save changes' }).click()
    await expect(admin.getByText('Changes saved.')).toBeVisible()

    const page = await (await browser.newContext({ baseURL: server.url })).newPage()
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(emailOf('corporate'))
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Set up two-factor authentication' })).toBeVisible()
    await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible()
    await expectAccessible(page)
    await expectFitsPhone(page, 320)
    await page.getByLabel('Code').fill(codeOf((await page.locator('pre').innerText()).replaceAll(/\s/g, '')))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('button', { name: "I've saved them" }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/company$/)
  } finally {
    await server.stop()
  }
})
