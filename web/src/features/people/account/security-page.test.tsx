import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import type { Schema } from '@/api/client'
import { session } from '@/api/client'
import { maya, signedIn } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { hang, refuse, reply } from '@/testing/server'

import { SecurityPage } from './security-page'

const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString()

const here: Schema<'SessionView'> = {
  id: 's1',
  device: 'Firefox on Linux',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  place: '192.0.2.0/24',
  created_at: minutesAgo(60),
  last_seen: minutesAgo(0),
  current: true,
}
const phone: Schema<'SessionView'> = {
  ...here,
  id: 's2',
  device: 'Safari on iPhone',
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1',
  last_seen: minutesAgo(130),
  current: false,
}

const signIn: Schema<'UserEvent'> = {
  id: 'e1',
  kind: 'signed_in',
  about: '',
  target_id: '',
  at: minutesAgo(60),
  network: '192.0.2.0/24',
  user_agent: 'Mozilla/5.0',
}

beforeEach(() => {
  reply('get', '/auth/sessions', [here, phone])
  reply('get', '/auth/security-log', [signIn])
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function change() {
  const user = renderScreen(<SecurityPage hasPassword />)
  await user.type(field('Current password'), 'lectern-demo')
  await user.type(field('New password'), 'orbit kettle plum')
  await user.type(field('Confirm new password'), 'orbit kettle plum')
  return { user, send: () => user.click(screen.getByRole('button', { name: 'Change password' })) }
}

test('changes the password, signs out everywhere if chosen, and clears the form', async () => {
  const { user, send } = await change()
  const sent = reply('put', '/auth/change-password', {})
  await user.click(field('Sign out on all other devices'))
  const asked = reply('get', '/auth/sessions', [here])
  await send()
  await waitFor(() => expect(field('New password').value).toBe(''))
  expect(sent.map(({ body }) => body)).toEqual([
    {
      current_password: 'lectern-demo',
      new_password: 'orbit kettle plum',
      confirm_password: 'orbit kettle plum',
      invalidateAllSessions: true,
    },
  ])
  await waitFor(() => expect(asked).toHaveLength(1)) // the list of sessions may be outdated
  expect(field('Current password').value).toBe('')
})

test('server errors show at their fields, and the input is kept', async () => {
  const { send } = await change()
  refuse('put', '/auth/change-password', 400, 'Password change failed', {
    new_password: 'Your new password must be another than the current one',
    confirm_password: 'The two passwords are not the same',
  })
  await send()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Password change failedCheck the fields marked below.')
  expect(document.activeElement).toBe(field('New password'))
  expect(screen.getByText('Your new password must be another than the current one')).toBeTruthy()
  expect(screen.getByText('The two passwords are not the same')).toBeTruthy()
  expect(field('Current password').getAttribute('aria-invalid')).toBeNull()
  expect(field('New password').getAttribute('aria-invalid')).toBe('true')
  expect(field('New password').value).toBe('orbit kettle plum')
})

test('a wrong current password shows how many attempts are left', async () => {
  const { send } = await change()
  const wrong = { current_password: 'This is not your current password' }
  refuse('put', '/auth/change-password', 400, 'Password change failed', wrong, { attempts_remaining: 2 })
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain('2 attempts left. After that, you have to wait.')
  expect(screen.getByText('This is not your current password')).toBeTruthy()
})

test('a lockout of password changes shows how long it lasts', async () => {
  const { send } = await change()
  const message = 'Too many failed attempts. Please try again in 10 minutes.'
  const lockout_info = {
    reason: 'password_change_attempts' as const,
    failed_attempts: 5,
    risk: 'high' as const,
    locked_until: null,
    remaining_seconds: 600,
  }
  refuse('put', '/auth/change-password', 423, message, {}, { message, lockout_info, attempts_remaining: 0 })
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain(`Password change failed${message}`)
  expect(screen.getByRole('timer').textContent).toMatch(/^(10:00|9:5\d)$/)
  expect(field('Current password').value).toBe('lectern-demo')
})

const rows = async () => within(await screen.findByRole('list')).getAllByRole('listitem')
const signOutPhone = { name: 'Sign out of Safari on iPhone, last active: 2 hours ago' }

test('lists the user’s sessions and marks the current one', async () => {
  renderScreen(<SecurityPage hasPassword />)
  const [first, second] = (await rows()).map((row) => row.textContent)
  expect(first).toBe('Firefox on LinuxThis deviceLast active: Just now · Network: 192.0.2.0/24')
  expect(second).toBe('Safari on iPhoneLast active: 2 hours ago · Network: 192.0.2.0/24Sign out')
})

test('shows the security log of the account', async () => {
  renderScreen(<SecurityPage hasPassword />)
  const log = await screen.findByRole('table', { name: 'Account activity' })
  within(log).getByText('Signed in')
})

test('signs out on one device', async () => {
  const user = renderScreen(<SecurityPage hasPassword />)
  const button = await screen.findByRole('button', signOutPhone)
  const sent = reply('delete', '/auth/sessions/{id}', {})
  reply('get', '/auth/sessions', [here])
  await user.click(button)
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(sent.map(({ path }) => path)).toEqual(['/auth/sessions/s2'])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Signed-in devices' }))
  expect(screen.queryByRole('button', { name: 'Sign out on all other devices' })).toBeNull()
})

test('signs out everywhere else', async () => {
  const user = renderScreen(<SecurityPage hasPassword />)
  const button = await screen.findByRole('button', { name: 'Sign out on all other devices' })
  const sent = reply('delete', '/auth/sessions', {})
  reply('get', '/auth/sessions', [here])
  await user.click(button)
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(sent).toHaveLength(1)
  expect(screen.getByText('Firefox on Linux')).toBeTruthy()
})

test('a session that could not be ended stays listed, with the reason', async () => {
  const user = renderScreen(<SecurityPage hasPassword />)
  refuse('delete', '/auth/sessions/{id}', 500, 'Something went wrong on our side.')
  await user.click(await screen.findByRole('button', signOutPhone))
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong on our side.')
  expect(screen.getByRole('button', signOutPhone)).toBeTruthy()
})

test('a device cannot be signed out twice at once', async () => {
  const user = renderScreen(<SecurityPage hasPassword />)
  hang('delete', '/auth/sessions/{id}')
  const button = await screen.findByRole<HTMLButtonElement>('button', signOutPhone)
  await user.click(button)
  await waitFor(() => expect(button.disabled).toBe(true))
})

test('offers to retry if the list fails to load', async () => {
  refuse('get', '/auth/sessions', 500, 'Something went wrong on our side.')
  const user = renderScreen(<SecurityPage hasPassword />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  reply('get', '/auth/sessions', [here])
  await user.click(again)
  await screen.findByText('Firefox on Linux')
})

test('a user without a password sets one by email', async () => {
  session.start(signedIn)
  reply('get', '/profile/me/permissions', { user: maya, roles: maya.roles, operations: [] })
  const user = renderScreen(<SecurityPage hasPassword={false} />)
  await screen.findByText(/We'll send a link to maya@lectern.test/)
  expect(screen.queryByLabelText('Current password')).toBeNull()
  refuse('post', '/auth/forgot-password', 429, 'That was too often. Please wait 5 minutes, then try again.')
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Please wait 5 minutes')
  const sent = reply('post', '/auth/forgot-password', {})
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  const outcome = await screen.findByText(/We sent a link to maya@lectern.test/)
  expect(outcome.closest('[role=status]')).toBe(document.activeElement)
  expect(sent.map(({ body }) => body)).toEqual([{ email: 'maya@lectern.test' }])
})

test('offers neither until it is known whether there is a password', () => {
  renderScreen(<SecurityPage hasPassword={undefined} />)
  expect(screen.queryByRole('button', { name: /^(Change password|Send link)$/ })).toBeNull()
})
