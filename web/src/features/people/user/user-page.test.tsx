import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import { session } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'

import type { UserDetail } from './api'
import { li, liDetail } from './fixtures'
import { UserPage, type UserTab } from './user-page'

/** The request that changed a user, with its If-Match version. */
type Change = { path: string; tag: string | null; body: unknown }

function open(user: UserDetail = liDetail, tab: UserTab = 'overview') {
  const data = { success: true, status: 'success', message: '', data: user }
  server.use(http.get('*/api/v1/users/:id', () => HttpResponse.json(data, { headers: { ETag: '"7"' } })))
  const [onTab, onLeave] = [vi.fn(), vi.fn(async (act: () => void) => act())]
  const actions = () => <button type="button">Lock</button>
  const page = <UserPage id="u1" tab={tab} onTab={onTab} actions={actions} onLeave={onLeave} />
  return { onTab, onLeave, user: renderScreen(page) }
}

function changes() {
  const sent: Change[] = []
  const keep = async ({ request }: { request: Request }) => {
    const path = new URL(request.url).pathname.replace('/api/v1', '')
    sent.push({ path: `${request.method} ${path}`, tag: request.headers.get('If-Match'), body: await request.json() })
    return HttpResponse.json({ success: true, status: 'success', message: '', data: {} })
  }
  server.use(http.patch('*/api/v1/users/:id/:what?', keep), http.put('*/api/v1/users/:id/:what', keep))
  return sent
}

test('shows the user, their state, and the actions of other features', async () => {
  const { user, onTab } = open({
    ...liDetail,
    locked: true,
    locks: [{ reason: 'admin_lock', note: 'Asked for it', locked_until: null }],
    deletion_at: '2026-12-20T10:00:00Z',
  })
  await screen.findByRole('heading', { level: 1, name: 'Li Wei' })
  screen.getByText('Until an administrator unlocks the account: “Asked for it”')
  screen.getByText('Beekeeper')
  screen.getByText('Deletion on 20 Dec 2026')
  screen.getByRole('button', { name: 'Lock' })
  expect(screen.getByRole('alert').textContent).toContain('will be erased')
  await user.click(screen.getByRole('tab', { name: 'Roles' }))
  expect(onTab).toHaveBeenCalledWith('roles')
})

test('changes the name, based on the version shown', async () => {
  const { user } = open(liDetail, 'edit')
  const name = await screen.findByLabelText('Full name')
  await user.clear(name)
  await user.type(name, 'Li Wei Chen')
  const sent = changes()
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    path: 'PATCH /users/u1',
    tag: '"7"',
    body: { full_name: 'Li Wei Chen', email: 'li@lectern.test', student_number: '' },
  })
})

const newer = (data: unknown) => () =>
  HttpResponse.json({ success: true, status: 'success', message: '', data }, { headers: { ETag: '"8"' } })

/** Types in a field what another administrator has changed since, and saves; returns what is shown then. */
async function meetNewer(tab: UserTab, label: string) {
  const contact = { phone: '+4930', birthDate: '', address: {}, revision: 3 }
  reply('get', '/users/{id}/contact', contact)
  const { user } = open(liDetail, tab)
  const field = await screen.findByLabelText<HTMLInputElement>(label)
  await user.type(field, '1')
  server.use(
    http.get('*/api/v1/users/:id', newer({ ...liDetail, full_name: 'Li Chen', roles: ['student'] })),
    http.get('*/api/v1/users/:id/contact', newer({ ...contact, phone: '+4131' })),
  )
  refuse('patch', '/users/{id}', 412, 'Another administrator has changed this account.')
  refuse('put', '/users/{id}/contact', 412, 'Another administrator has changed this account.')
  await user.click(screen.getByRole('button', { name: /^Save/ }))
  return { user, field, conflict: within(await screen.findByRole('alert')) }
}

test.each([
  ['edit', 'Full name', 'Full name: Li Chen', { full_name: 'Li Wei1' }],
  ['contact', 'Phone number', 'Phone number: +4131', { phone: '+49301' }],
] as const)(
  '%s: what is typed here is saved over what another administrator has saved',
  async (tab, label, now, mine) => {
    const { user, field, conflict } = await meetNewer(tab, label)
    expect(conflict.getByText(/^Saved version:/).textContent).toContain(now)
    expect(Object.values(mine)).toEqual([field.value])
    const sent = changes()
    await user.click(conflict.getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ tag: '"8"', body: mine })
  },
)

test.each([
  ['edit', 'Full name', 'Li Chen'],
  ['contact', 'Phone number', '+4131'],
] as const)('%s: what another administrator has saved replaces what is typed here', async (tab, label, now) => {
  const { user, conflict } = await meetNewer(tab, label)
  await user.click(conflict.getByRole('button', { name: 'Use saved version' }))
  expect((await screen.findByLabelText<HTMLInputElement>(label)).value).toBe(now)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('roles that another administrator has set are shown beside those chosen here', async () => {
  const { user } = open(liDetail, 'roles')
  await user.click(await screen.findByLabelText('Administrator'))
  server.use(http.get('*/api/v1/users/:id', newer({ ...liDetail, roles: ['student', 'instructor'] })))
  refuse('put', '/users/{id}/roles', 412, 'Another administrator has changed this account.')
  await user.click(screen.getByRole('button', { name: 'Save roles' }))
  const conflict = within(await screen.findByRole('alert'))
  conflict.getByText(/Saved version: Roles: Instructor, Student/)
  const sent = changes()
  await user.click(conflict.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ path: 'PUT /users/u1/roles', tag: '"8"', body: { roles: ['student', 'admin'] } })
})

test('sets roles, and a refusal says why', async () => {
  const { user } = open(liDetail, 'roles')
  await user.click(await screen.findByLabelText('Administrator'))
  refuse('put', '/users/{id}/roles', 409, 'This is the last administrator.')
  await user.click(screen.getByRole('button', { name: 'Save roles' }))
  expect((await screen.findByRole('alert')).textContent).toContain('the last administrator')
  const sent = changes()
  await user.click(screen.getByRole('button', { name: 'Save roles' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ path: 'PUT /users/u1/roles', tag: '"7"', body: { roles: ['student', 'admin'] } })
})

test.each([
  ['active', 'Deactivate', 'disabled'],
  ['disabled', 'Reactivate', 'active'],
] as const)('an account that is %s: %s, after a last look', async (status, act, next) => {
  const { user } = open({ ...liDetail, status })
  await user.click(await screen.findByRole('button', { name: act }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'Left')
  const sent = changes()
  await user.click(dialog.getByRole('button', { name: act }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({ path: 'PATCH /users/u1/status', tag: '"7"', body: { status: next, reason: 'Left' } })
})

test('a session is ended after a confirmation', async () => {
  const at = '2026-11-20T10:00:00Z'
  const session = { id: 's1', user_agent: 'Firefox', place: '', two_factor: false, created_at: at, last_seen_at: at }
  const { user } = open({ ...liDetail, sessions: [session] }, 'sessions')
  await user.click(await screen.findByRole('button', { name: 'Sign out Firefox' }))
  const dialog = within(await screen.findByRole('dialog'))
  const sent = reply('delete', '/auth/users/{id}/sessions/{sessionId}', {})
  await user.click(dialog.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(({ path }) => path)).toEqual([`/auth/users/${liDetail.id}/sessions/s1`])
})

test.each([
  [true, 'Send password link', 'Send link', '/users/u1/send-reset'],
  [true, 'Require new password', 'Require new password', '/users/u1/require-new-password'],
  [false, 'Send welcome email again', 'Send email', '/users/u1/send-welcome'],
] as const)('helps to sign in (with a password: %s): %s', async (password, label, action, path) => {
  const { user } = open({ ...liDetail, factors: { ...liDetail.factors, password } })
  await user.click(await screen.findByRole('button', { name: 'Sign-in help' }))
  await user.click(await screen.findByRole('menuitem', { name: label }))
  const sent = [
    reply('post', '/users/{id}/send-reset', {}),
    reply('post', '/users/{id}/send-welcome', {}),
    reply('post', '/users/{id}/require-new-password', {}),
  ]
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: action }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.flat().map((s) => s.path)).toEqual([path])
})

test('corrects contact details, and says what is wrong with them', async () => {
  const details = { phone: '+49301234567', birthDate: '', address: { city: 'Bern' }, revision: 3 }
  reply('get', '/users/{id}/contact', details)
  const { user } = open(liDetail, 'contact')
  const phone = await screen.findByLabelText('Phone number')
  await user.clear(phone)
  await user.type(phone, '12')
  refuse('put', '/users/{id}/contact', 400, 'Please check.', { phone: 'A telephone number begins with +' })
  await user.click(screen.getByRole('button', { name: 'Save contact details' }))
  await screen.findByText('A telephone number begins with +')
  await user.clear(phone)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Switzerland')
  const sent = reply('put', '/users/{id}/contact', details)
  await user.click(screen.getByRole('button', { name: 'Save contact details' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  const address = { street: '', postalCode: '', city: 'Bern', region: '', country: 'CH' }
  expect(sent[0]?.body).toEqual({ phone: '', birthDate: '', address })
})

test('a deletion says whose wish it is, and is taken back', async () => {
  const { user } = open({ ...liDetail, deletion_at: '2026-12-20T10:00:00Z', deletion_by: 'administrator' })
  await screen.findByText(/as an administrator requested\./)
  await user.click(screen.getByRole('button', { name: 'Restore account' }))
  const sent = reply('post', '/profile/{id}/restore', {})
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restore account' }))
  await waitFor(() => expect(sent.map(({ path }) => path)).toEqual(['/profile/u1/restore']))
})

test('sessions and courses', async () => {
  const at = '2026-11-20T10:00:00Z'
  open(
    {
      ...liDetail,
      sessions: [
        { id: 's1', user_agent: 'Firefox', place: '192.0.2.0/24', two_factor: true, created_at: at, last_seen_at: at },
      ],
    },
    'sessions',
  )
  const row = within((await screen.findByText('Firefox')).closest('tr') ?? document.body)
  row.getByText('192.0.2.0/24')
  row.getByText('Yes')
  open(
    {
      ...liDetail,
      enrolled: 30,
      enrollments: [{ course_id: 'c1', title: 'Bees', status: 'active', created_at: at }],
    },
    'enrolments',
  )
  await screen.findByRole('link', { name: 'Bees' })
  screen.getByText('The latest 1 of 30 courses')
})

test('a user who does not exist', async () => {
  refuse('get', '/users/{id}', 404, 'There is no such user.')
  renderScreen(<UserPage id="u1" tab="overview" onTab={vi.fn()} actions={() => null} onLeave={vi.fn()} />)
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such user.')
})

test('impersonates with a reason, read-only unless asked otherwise', async () => {
  const { user, onLeave } = open()
  await user.click(await screen.findByRole('button', { name: 'View as user' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'View as Li Wei?' }))
  await user.click(dialog.getByRole('button', { name: 'Start viewing' }))
  await waitFor(() => expect(dialog.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true'))
  expect(await session.token()).toBeUndefined()
  await user.type(dialog.getByLabelText('Reason'), 'A lesson is missing')
  const sent = reply('post', '/users/{id}/impersonate', {
    accessToken: 'as-li',
    readOnly: true,
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    user: li,
  })
  await user.click(dialog.getByRole('button', { name: 'Start viewing' }))
  await waitFor(async () => expect(await session.token()).toBe('as-li'))
  expect(onLeave).toHaveBeenCalledTimes(1)
  expect(sent).toEqual([
    { path: '/users/u1/impersonate', query: '', body: { reason: 'A lesson is missing', readOnly: true } },
  ])
})

test.each<Partial<UserDetail>>([{ roles: ['admin'] }, { status: 'disabled' }])(
  'nobody acts as one with %o',
  async (who) => {
    open({ ...liDetail, ...who })
    await screen.findByRole('heading', { level: 1, name: 'Li Wei' })
    expect(screen.queryByRole('button', { name: 'View as user' })).toBeNull()
  },
)

test('resets lost second factors after a confirmation; not offered without any', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Reset two-factor authentication' }))
  const sent = reply('post', '/auth/users/{id}/reset-two-factor', {})
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }))
  await waitFor(() => expect(sent[0]?.path).toBe('/auth/users/u1/reset-two-factor'))
  open({ ...liDetail, full_name: 'Without', factors: { ...liDetail.factors, passkeys: 0 } })
  await screen.findByRole('heading', { level: 1, name: 'Without' })
  expect(screen.getAllByRole('button', { name: 'Reset two-factor authentication' })).toHaveLength(1)
})

test.each([
  ['activity', '/users/{id}/activity'],
  ['security', '/users/{id}/security-log'],
] as const)('%s: what, about what, from where', async (tab, path) => {
  reply('get', path, [
    {
      id: 'e1',
      at: '2026-11-20T10:00:00Z',
      kind: 'password_changed',
      about: 'Bees',
      target_id: '',
      network: '192.0.2.0/24',
      user_agent: 'Firefox',
    },
  ])
  open(liDetail, tab)
  const row = within((await screen.findByText('Password changed')).closest('tr') ?? document.body)
  for (const told of ['Bees', '20 Nov 2026, 15:30', '192.0.2.0/24', 'Firefox']) row.getByText(told)
})
