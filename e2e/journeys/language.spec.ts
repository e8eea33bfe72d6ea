import { demoPassword, emailOf, passphrase, registerUser, signIn } from '../accounts'
import { expectAccessible, expectFitsPhone } from '../assertions'
import { expect, test } from '../fixtures'

test.use({ locale: 'de-AT' })

test('a German browser shows German; users choose another language in their profile', async ({
  page,
  request,
  api,
}) => {
  const email = await registerUser(request, await api('admin'))
  await page.goto('/courses')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-AT')
  await expect(page.getByRole('heading', { name: 'Katalog' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Katalog' }).getByText('Kostenlos').first()).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)

  // What the server refuses is German, too.
  await page.goto('/sign-in')
  await page.getByLabel('E-Mail').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('alert')).toContainText('Noch 2 Versuche')
  await page.getByLabel('Passwort', { exact: true }).fill(passphrase)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page).not.toHaveURL(/sign-in/)

  await page.goto('/settings/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profil' })).toBeVisible()
  await page.getByLabel('Sprache', { exact: true }).selectOption('en-GB')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()

  // The next visitor of this browser reads the browser's language again.
  await page.getByRole('button', { name: 'Account of Sam Someone' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Anmelden' })).toBeVisible()
})

test('the app is in English where the German catalogue cannot be loaded', async ({ page }) => {
  await page.route(/messages\.de/, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Catalogue' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB')
  await signIn(page, emailOf('student'), demoPassword)
})
