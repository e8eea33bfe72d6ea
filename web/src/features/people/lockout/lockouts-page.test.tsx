import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { hang, refuse, reply } from '@/testing/server'

import { LockoutsPage, type LockoutsView } from './lockouts-page'

const now = '2026-11-20T10:00:00Z'

const byAttempts: Schema<'LockedAccount'> = {
  id: 'u1',
  email: 'maya@lectern.test',
  full_name: 'Maya Osei',
  roles: ['student'],
  locks: [
    {
      reason: 'failed_login_attempts',
      failed_attempts: 5,
      risk: 'high',
      locked_until: now,
      remaining_seconds: 492,
      note: '',
      locked_at: now,
    },
  ],
}

const byHand: Schema<'LockedAccount'> = {
  ...byAttempts,
  id: 'u2',
  full_name: 'Tomás Rivera',
  locks: [
    {
      reason: 'admin_lock',
      failed_attempts: 0,
      risk: 'low',
      locked_until: null,
      remaining_seconds: null,
      note: 'Asked on the telephone',
      locked_at: now,
    },
  ],
}

const stats: Schema<'LockoutStats'> = {
  days: 30,
  locked_now: 2,
  total: 7,
  without_account: 3,
  by_reason: [
    { reason: 'failed_login_attempts', count: 6 },
    { reason: 'password_change_attempts', count: 0 },
    { reason: 'admin_lock', count: 1 },
  ],
  by_level: [{ attempts: 6, minutes: 30, risk: 'critical', count: 2 }],
  by_day: [
    { day: '2026-11-19', count: 2 },
    { day: '2026-11-20', count: 5 },
  ],
  by_risk: [{ risk: 'critical', count: 4 }],
}

function open(items: Schema<'LockedAccount'>[], view: LockoutsView = {}) {
  const asked = reply('get', '/auth/locked-accounts', items)
  const counted = reply('get', '/auth/lockout-stats', stats)
  const onView = vi.fn()
  return { user: renderScreen(<LockoutsPage view={view} onView={onView} />), onView, asked, counted }
}

const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') ?? document.body)

test('shows reason, risk and duration for each account', async () => {
  open([byAttempts, byHand])
  const maya = await rowOf('Maya Osei')
  maya.getByText('Failed sign-ins')
  maya.getByText('High risk')
  maya.getByText(/5 failed attempts/)
  expect(maya.getByRole('timer').textContent).toMatch(/^8:1[12]$/)
  const tomas = await rowOf('Tomás Rivera')
  tomas.getByText('Locked by an administrator')
  tomas.getByText('“Asked on the telephone”')
  tomas.getByText('When an administrator unlocks the account')
  expect(tomas.queryByText(/risk/)).toBeNull()
})

test('an expired lock is refetched', async () => {
  const [lock] = byAttempts.locks
  if (!lock) throw new Error('the fixture has a lock')
  const { asked } = open([{ ...byAttempts, locks: [{ ...lock, remaining_seconds: 0 }] }])
  await screen.findByText('Now')
  await waitFor(() => expect(asked.length).toBeGreaterThan(1))
})

test.each([
  ['forgets the attempts', true],
  ['keeps the attempts', false],
])('unlocking %s', async (_, resetAttempts) => {
  const { user, asked } = open([byAttempts])
  await user.click(await screen.findByRole('button', { name: 'Unlock Maya Osei' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlock Maya Osei?' }))
  if (!resetAttempts) await user.click(dialog.getByLabelText('Reset failed attempts'))
  const sent = reply('post', '/auth/unlock-account/{id}', {})
  const before = asked.length
  await user.click(dialog.getByRole('button', { name: 'Unlock' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ path: '/auth/unlock-account/u1', query: '', body: { resetAttempts } }])
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
})

test('a refused unlock says why and stays open', async () => {
  const { user } = open([byAttempts])
  refuse('post', '/auth/unlock-account/{id}', 404, 'There is no such user.')
  await user.click(await screen.findByRole('button', { name: 'Unlock Maya Osei' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Unlock' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('There is no such user.')
})

test('unlocking everyone asks for confirmation', async () => {
  const { user } = open([byAttempts])
  const sent = reply('post', '/auth/unlock-all-accounts', { count: 2 })
  await user.click(screen.getByRole('button', { name: 'Unlock all' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Unlock all accounts?' }))
  expect(sent).toHaveLength(0)
  await user.click(dialog.getByRole('button', { name: 'Unlock all' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toHaveLength(1)
})

const maya: Schema<'UserRow'> = {
  id: 'u1',
  email: 'maya@lectern.test',
  full_name: 'Maya Osei',
  roles: ['student'],
  status: 'active',
  student_number: '',
  email_verified_at: now,
  locked: false,
  last_seen_at: null,
  deletion_at: null,
  deletion_by: null,
  created_at: now,
}

test('a user can be found by name and locked, by keyboard alone', async () => {
  const { user, asked } = open([])
  screen.getByRole('button', { name: 'Lock account' }).focus()
  await user.keyboard('{Enter}')
  const found = reply('get', '/users', [maya, { ...maya, id: 'u3', full_name: 'Mayra Diaz', locked: true }])
  const search = await screen.findByRole('searchbox', { name: 'Search by name or email' })
  await waitFor(() => expect(document.activeElement).toBe(search))
  screen.getByText(/Type the beginning of a name/)
  await user.keyboard('may')
  const people = within(await screen.findByRole('list', { name: 'Accounts found' })).getAllByRole('button')
  expect(people.map((p) => p.textContent)).toEqual(['Maya Oseimaya@lectern.test', 'Mayra DiazLockedmaya@lectern.test'])
  expect(found[0]?.query).toBe('?search=may&sort=name&limit=8')
  await user.keyboard('{Tab}{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Lock Maya Osei?' }))
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Reason')))
  const sent = reply('post', '/auth/lock-account/{id}', {})
  const before = asked.length
  await user.keyboard('Spam')
  await user.click(dialog.getByRole('button', { name: 'Lock' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([{ path: '/auth/lock-account/u1', query: '', body: { reason: 'Spam' } }])
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
})

test.each([
  [[], 0, 'No accounts found. Check the spelling, or type fewer letters.'],
  [[maya], 1, '1 account'],
  [[maya], 1200, '1 of 1,200 accounts. Type more to see fewer.'],
])('the search says how many it finds', async (items, total, text) => {
  const { user } = open([])
  reply('get', '/users', items, total)
  await user.click(screen.getByRole('button', { name: 'Lock account' }))
  await user.type(await screen.findByRole('searchbox'), 'may')
  await screen.findByText(text)
})

test('a failed search says so and can be retried', async () => {
  const { user } = open([])
  refuse('get', '/users', 500, 'Something went wrong on our side.')
  await user.click(screen.getByRole('button', { name: 'Lock account' }))
  await user.type(await screen.findByRole('searchbox'), 'may')
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on our side.')
  reply('get', '/users', [maya])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('list', { name: 'Accounts found' })
})

test('statistics show as a chart with a summary, and as a table', async () => {
  const { user, onView, counted } = open([], { days: 7 })
  await screen.findByRole('img', { name: '7 locks in the last 30 days' })
  screen.getByText(/Locks of email addresses without an account: 3\./)
  const cells = within(screen.getByRole('table')).getAllByRole('cell')
  expect(cells.map((c) => c.textContent)).toEqual(['Thu 19 Nov', '2', 'Fri 20 Nov', '5'])
  screen.getByText('6 or more attempts: 30 minutes')
  expect(counted[0]?.query).toBe('?days=7')
  await user.click(screen.getByRole('radio', { name: '90 days' }))
  expect(onView).toHaveBeenCalledWith({ days: 90 })
})

test('empty, error and loading', async () => {
  open([])
  await screen.findByText('No locked accounts')
  refuse('get', '/auth/locked-accounts', 500, 'Something went wrong on our side.')
  renderScreen(<LockoutsPage view={{}} onView={vi.fn()} />)
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on our side.')
  hang('get', '/auth/locked-accounts')
  renderScreen(<LockoutsPage view={{}} onView={vi.fn()} />)
  await screen.findByRole('status', { name: 'Loading' })
})
