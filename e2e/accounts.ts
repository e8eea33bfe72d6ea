// The accounts used by journeys: those of `lectern serve --demo`, and new ones.
import { type APIRequestContext, expect, type Page } from '@playwright/test'

import type { Api } from './api'
import { linkInEmail } from './emails'

/** The accounts of `lectern serve --demo`. */
export type Role = 'admin' | 'instructor' | 'student' | 'corporate'

export const emailOf = (role: Role) => `${role}@lectern.test`
export const demoPassword = 'lectern-demo'

/** The password of accounts that journeys create. */
export const passphrase = 'a long enough passphrase'

/** Signs in through the sign-in page. */
export async function signIn(page: Page, email: string, password: string) {
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).not.toHaveURL(/sign-in/)
}

/**
 * Registers a new user for one journey, on a different device than the page under test, and returns their email
 * address.
 */
export async function registerUser(
  request: APIRequestContext,
  admin: Api,
  email = `someone-${Date.now()}@lectern.test`,
) {
  const data = { full_name: 'Sam Someone', email, password: passphrase }
  expect((await request.post('/api/v1/auth/register', { data })).status()).toBe(200)
  const [, token] = (await linkInEmail(admin, email, '/complete-registration')).split('#')
  const completion = { data: { token, password: passphrase } }
  expect((await request.post('/api/v1/auth/complete-registration', completion)).status()).toBe(201)
  return email
}
