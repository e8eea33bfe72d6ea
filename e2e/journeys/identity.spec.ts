import { demoPassword, emailOf, signIn } from '../accounts'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { linkInEmail } from '../emails'
import { test as base, expect } from '../fixtures'
import { type IdentityProvider, startIdentityProvider } from '../identity-provider'
import { startDemo } from '../server'

const newcomer = { sub: 'n-1', email: 'noor@school.test', email_verified: true, name: 'Noor Haddad' }
const student = { sub: 's-1', email: emailOf('student'), email_verified: true, name: 'The Student' }
const stranger = { sub: 'x-1', email: 'vera@school.test', email_verified: false, name: 'Vera Unproven' }

const test = base.extend<object, { provider: IdentityProvider }>({
  provider: [
    async ({}, use) => {
      const provider = await startIdentityProvider('Example School', [newcomer, student, stranger])
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  demo: [
    async ({ provider }, use) => {
      const server = await startDemo(...provider.flags)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('a new user signs in through a provider, again, and then by a password of their own', async ({
  page,
  demo: server,
  api,
}) => {
  await page.goto('/sign-in?next=/app')
  await expect(page.getByRole('button', { name: 'Continue with Example School' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue with Example School' }).click()
  await page.getByRole('link', { name: 'Go on as Noor Haddad' }).click()
  await expect(page).toHaveURL(`${server.url}/app`)
  await page.goto('/settings/security')
  await expect(page.getByRole('list', { name: 'Connected accounts' })).toContainText('noor@school.test')
  await expect(page.getByText(/your only way to sign in/)).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.evaluate(() => window.localStorage.clear())
  await page.goto('/register')
  await page.getByRole('button', { name: 'Continue with Example School' }).click()
  await page.getByRole('link', { name: 'Go on as Noor Haddad' }).click()
  await expect(page.getByRole('button', { name: 'Account of Noor Haddad' })).toBeVisible()

  await page.goto('/settings/security')
  await expect(page.getByLabel('Current password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('We sent a link to noor@school.test.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(await linkInEmail(await api('admin'), newcomer.email, '/reset-password'))
  await page.getByLabel('New password', { exact: true }).fill('orbit kettle plum sparrow')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed. Sign in with your new password.')).toBeVisible()
  await signIn(page, newcomer.email, 'orbit kettle plum sparrow')
  await page.goto('/settings/security')
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible()
  await expect(page.getByText(/your only way to sign in/)).toHaveCount(0)
})

test('the owner of an account proves it, connects a provider, signs in through it and disconnects it', async ({
  page,
  demo: server,
}) => {
  const byProvider = async () => {
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Continue with Example School' }).click()
    await page.getByRole('link', { name: 'Go on as The Student' }).click()
  }
  await byProvider()
  await expect(page.getByText(`You already have an account: ${student.email}`)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Connect accounts' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Connect Example School' }).click()
  await expect(page).toHaveURL(/settings\/security/)
  await expect(page.getByRole('button', { name: `Disconnect Example School ${student.email}` })).toBeVisible()

  await page.evaluate(() => window.localStorage.clear())
  await byProvider()
  await expect(page).toHaveURL(`${server.url}/app`)

  await page.goto('/settings/security')
  await page.getByRole('button', { name: `Disconnect Example School ${student.email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(page.getByRole('button', { name: 'Connect Example School' })).toBeVisible()
})

test('a declined request, an unverified address and another browser show errors and sign nobody in', async ({
  page,
  browser,
  demo: server,
  provider,
}) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Example School' }).click()
  await page.getByRole('link', { name: 'No, thank you' }).click()
  await expect(page.getByRole('alert')).toContainText('You cancelled at Example School')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()

  await page.getByRole('button', { name: 'Continue with Example School' }).click()
  await page.getByRole('link', { name: 'Go on as Vera Unproven' }).click()
  await expect(page.getByText(/so we sent you a link/)).toBeVisible()
  await expectAccessible(page)

  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Continue with Example School' }).click()
  const chosen = await page.getByRole('link', { name: 'Go on as Noor Haddad' }).getAttribute('href')
  const victim = await browser.newPage() // is lured into finishing a request that an attacker began
  await victim.goto(`${provider.issuer}${chosen}`)
  await expect(victim.getByRole('alert')).toContainText('started in another browser')
  await victim.goto(`${server.url}/app`)
  await expect(victim).toHaveURL(/sign-in/)
  await victim.close()
})
