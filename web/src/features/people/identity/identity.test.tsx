import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type Schema, session } from '@/api/client'
import { maya, nothingSetUp, signedIn } from '@/testing/fixtures'
import { renderApp, renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { rememberRequest } from './authorization-request'
import { ConnectedAccounts } from './connected-accounts'

const google: Schema<'IdentityProvider'> = { name: 'google', label: 'Google' }
const school: Schema<'IdentityProvider'> = { name: 'oidc', label: 'Example School' }
const identity: Schema<'Connected'> = {
  id: 'i1',
  provider: 'google',
  label: 'Google',
  email: 'maya@gmail.test',
  connected_at: '2026-11-01T10:00:00Z',
  last_used_at: '2026-11-01T10:00:00Z',
  only_way_in: false,
}
const request: Schema<'AuthorizationRequest'> = { url: 'https://accounts.google.com/authorize?state=s1', key: 'k1' }
const at = 'https://accounts.google.com/authorize?state=s1'
const outcome = { label: 'Google', next: '' }

const left = () => vi.spyOn(window.location, 'assign').mockImplementation(() => {})
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

beforeEach(() => {
  window.scrollTo = () => {}
  rememberRequest(request)
})
afterEach(() => {
  window.sessionStorage.clear()
  vi.restoreAllMocks()
})

const asMaya = () => {
  session.start(signedIn)
  reply('get', '/profile/me/permissions', { user: maya, roles: maya.roles, operations: [] })
}

test('the pages for signing in and registering show the configured providers, which redirect', async () => {
  reply('get', '/auth/providers', [google, school])
  const gone = left()
  const { user } = renderApp('/sign-in?next=%2Fapp')
  await button('Continue with Example School')
  const sent = reply('post', '/auth/oauth/{provider}/start', request)
  await user.click(await button('Continue with Google'))
  await waitFor(() => expect(gone).toHaveBeenCalledWith(at))
  expect(sent[0]).toMatchObject({ path: '/auth/oauth/google/start', body: { next: '/app' } })
  await user.click(screen.getByRole('link', { name: 'Create an account' }))
  await screen.findByRole('heading', { name: 'Create an account' })
  await button('Continue with Google')
})

test('an unreachable provider shows an error, and the others stay', async () => {
  reply('get', '/auth/providers', [google, school])
  const gone = left()
  const { user } = renderApp('/sign-in')
  refuse('post', '/auth/oauth/{provider}/start', 503, 'Google does not answer just now.')
  await user.click(await button('Continue with Google'))
  expect((await screen.findByRole('alert')).textContent).toContain('Google does not answer just now.')
  expect((await button('Continue with Example School')).disabled).toBe(false)
  expect(gone).not.toHaveBeenCalled()
})

test('the callback signs in with exactly the parameters of the provider', async () => {
  reply('get', '/auth/providers', [google])
  refuse('get', '/enhanced-progress/home', 503, 'Please try again later.')
  reply('get', '/profile/me/permissions', { user: maya, roles: maya.roles, operations: [] })
  rememberRequest(request)
  const sent = reply('post', '/auth/oauth/{provider}/finish', { outcome: 'entered', entry: signedIn, ...outcome })
  const { router } = renderApp(
    '/oauth/callback/google?code=1234567890e12&state=s1&iss=https%3A%2F%2Faccounts.google.com',
  )
  await waitFor(() => expect(router.state.location.pathname).toBe('/app'))
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toEqual({ state: 's1', code: '1234567890e12', iss: 'https://accounts.google.com', key: 'k1' })
  expect(session.isSignedIn()).toBe(true)
})

test('refuses to continue to another site', async () => {
  reply('get', '/auth/providers', [])
  refuse('get', '/enhanced-progress/home', 503, 'Please try again later.')
  reply('get', '/profile/me/permissions', { user: maya, roles: maya.roles, operations: [] })
  reply('post', '/auth/oauth/{provider}/finish', {
    outcome: 'entered',
    entry: signedIn,
    label: 'x',
    next: '//evil.test',
  })
  const { router } = renderApp('/oauth/callback/google?code=c&state=s1')
  await waitFor(() => expect(router.state.location.pathname).toBe('/app'))
})

test('a second factor is asked for', async () => {
  reply('get', '/auth/providers', [google])
  const entry: Schema<'SecondStep'> = {
    twoFactorRequired: true,
    enrolmentRequired: false,
    challengeToken: 'c1',
    methods: ['totp'],
    expiresIn: 300,
  }
  reply('post', '/auth/oauth/{provider}/finish', { outcome: 'entered', entry, label: 'Google', next: '/app' })
  const { user } = renderApp('/oauth/callback/google?code=c&state=s1')
  await screen.findByRole('heading', { name: "Confirm it's you" })
  expect(session.isSignedIn()).toBe(false)
  await user.click(await button('Use a different account'))
})

test('the owner of an account with this address signs in to it, and then connects the identity', async () => {
  reply('get', '/auth/providers', [google])
  reply('post', '/auth/oauth/{provider}/finish', {
    outcome: 'link_required',
    link: { token: 't1', email: maya.email, expiresIn: 900 },
    ...outcome,
  })
  const { user, router } = renderApp('/oauth/callback/google?code=c&state=s1')
  await screen.findByText(`You already have an account: ${maya.email}`)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(maya.email)
  expect(session.isSignedIn()).toBe(false)
  reply('post', '/auth/login', signedIn)
  reply('get', '/profile/me/permissions', { user: maya, roles: maya.roles, operations: [] })
  await user.type(screen.getByLabelText('Password'), 'correct horse battery{Enter}')
  const claimed = reply('post', '/auth/identities', [identity])
  reply('get', '/auth/two-factor', nothingSetUp)
  reply('get', '/auth/sessions', [])
  reply('get', '/auth/identities', [identity])
  await user.click(await button('Connect Google'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/security'))
  expect(claimed[0]?.body).toEqual({ token: 't1' })
  expect(window.sessionStorage.length).toBe(0)
})

for (const [name, query, words] of [
  ['a no', 'error=access_denied&state=s1', 'You cancelled at Google. Nothing has changed.'],
  ['an error', 'error=temporarily_unavailable&state=s1', 'Error at Google: “temporarily unavailable”'],
] as const) {
  test(`${name} of the provider shows without a request to our server`, async () => {
    reply('get', '/auth/providers', [google])
    renderApp(`/oauth/callback/google?${query}`)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(words))
    expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/sign-in')
  })
}

test('a server error shows, with a link back', async () => {
  reply('get', '/auth/providers', [google])
  refuse('post', '/auth/oauth/{provider}/finish', 403, 'This sign-in was begun in another browser or tab.')
  renderApp('/oauth/callback/google?code=c&state=s1')
  expect((await screen.findByRole('alert')).textContent).toContain('begun in another browser')
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toBeTruthy()
})

test('an address that the provider has not verified waits for its email', async () => {
  reply('get', '/auth/providers', [google])
  reply('post', '/auth/oauth/{provider}/finish', {
    ...outcome,
    outcome: 'address_unconfirmed',
    key: 'k7',
    next: '/courses/c1',
  })
  renderApp('/oauth/callback/google?code=c&state=s1')
  expect(await screen.findByText(/Google hasn't verified your email address, so we sent you a link/)).toBeTruthy()
  expect(window.localStorage.getItem('lectern.sign-up-key')).toBe('k7')
  expect(window.localStorage.getItem('lectern.sign-up-next')).toBe('/courses/c1')
  expect(session.isSignedIn()).toBe(false)
})

test('says so if there is no identity to connect', async () => {
  asMaya()
  renderApp('/oauth/link')
  expect(await screen.findByText('There is no account to connect.')).toBeTruthy()
})

const reauthenticated = <R,>(act: () => Promise<R>) => act()

test('accounts are connected and, once confirmed, disconnected', async () => {
  reply('get', '/auth/providers', [google, school])
  reply('get', '/auth/identities', [identity])
  const gone = left()
  const user = renderScreen(<ConnectedAccounts reauthenticated={reauthenticated} />)
  await user.click(await button('Disconnect Google maya@gmail.test'))
  const dialog = await screen.findByRole('dialog', { name: 'Disconnect Google?' })
  const sent = reply('delete', '/auth/identities/{id}', {})
  reply('get', '/auth/identities', [])
  await user.click(within(dialog).getByRole('button', { name: 'Disconnect' }))
  await button('Connect Google')
  expect(sent[0]?.path).toBe('/auth/identities/i1')
  reply('post', '/auth/oauth/{provider}/connect', request)
  await user.click(await button('Connect Example School'))
  await waitFor(() => expect(gone).toHaveBeenCalledWith(at))
})

test('the only sign-in method cannot be disconnected, and the page says why', async () => {
  reply('get', '/auth/providers', [google])
  reply('get', '/auth/identities', [{ ...identity, only_way_in: true }])
  renderScreen(<ConnectedAccounts reauthenticated={reauthenticated} />)
  expect(await screen.findByText(/your only way to sign in/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Disconnect/ })).toBeNull()
})

test('shows nothing if no provider is configured', async () => {
  reply('get', '/auth/providers', [])
  const asked = reply('get', '/auth/identities', [])
  renderScreen(<ConnectedAccounts reauthenticated={reauthenticated} />)
  await waitFor(() => expect(asked).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('Connected accounts')).toBeNull())
})
