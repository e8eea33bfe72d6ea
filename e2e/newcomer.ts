// People who come to the demo: each makes an account of their own, so that no journey meets another's.
import { type APIRequestContext, expect } from '@playwright/test'

import { Api } from './api'
import { linkOfLetter } from './letters'

export const passphrase = 'a long enough passphrase'

/** Makes an account on some other device than the page under test, and gives its address. */
export async function someone(request: APIRequestContext) {
  const email = `someone-${Date.now()}@lectern.test`
  const data = { full_name: 'Sam Someone', email, password: passphrase }
  expect((await request.post('/api/v1/auth/register', { data })).status()).toBe(200)
  const [, token] = (await linkOfLetter(await Api.as('admin', request), email, '/complete-registration')).split('#')
  expect((await request.post('/api/v1/auth/complete-registration', { data: { token, password: passphrase } })).status()).toBe(201)
  return email
}
