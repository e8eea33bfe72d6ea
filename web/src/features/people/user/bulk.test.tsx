import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'

import type { BulkResult } from './api'
import type { UserFilters } from './filters'
import { li } from './fixtures'
import { UsersPage } from './users-page'

const outcome: BulkResult = {
  dryRun: true,
  changed: 1,
  unchanged: 0,
  refused: 1,
  outcomes: [
    { id: 'u1', full_name: 'Li Wei', email: 'li@lectern.test', outcome: 'changed' },
    {
      id: 'u2',
      full_name: 'Ada Admin',
      email: 'ada@lectern.test',
      outcome: 'refused',
      code: 'last_admin',
      message: 'This is the last administrator.',
    },
  ],
}

async function choose(filters: UserFilters = {}) {
  reply('get', '/users', [li, { ...li, id: 'u2', full_name: 'Ada Admin', roles: ['admin'] }])
  reply('get', '/users/filters', [])
  const user = renderScreen(<UsersPage filters={filters} onFilters={vi.fn()} onMade={vi.fn()} />)
  await user.click(await screen.findByLabelText('Choose all on this page'))
  return user
}

test('selected users are changed after a preview', async () => {
  const user = await choose()
  screen.getByText('2 users chosen')
  const sent = reply('post', '/users/bulk', outcome)
  await user.click(screen.getByRole('button', { name: 'Change them' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Switch off' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Switch users off' }))
  await dialog.findByText('1 user would change, 0 are so already, 1 is refused.')
  dialog.getByText('This is the last administrator.')
  expect(sent.map(({ body }) => body)).toEqual([{ ids: ['u1', 'u2'], action: 'deactivate', dryRun: true }])

  const really = reply('post', '/users/bulk', { ...outcome, dryRun: false })
  await user.click(dialog.getByRole('button', { name: 'Switch off 1 user' }))
  await dialog.findByText('1 user changed, 0 are so already, 1 is refused.')
  expect(really.map(({ body }) => body)).toEqual([{ ids: ['u1', 'u2'], action: 'deactivate' }])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText(/chosen/)).toBeNull())
})

test('if nothing would change, the action is disabled', async () => {
  const user = await choose()
  await user.click(screen.getByLabelText('Choose Li Wei'))
  screen.getByText('1 user chosen')
  const sent = reply('post', '/users/bulk', { ...outcome, changed: 0 })
  await user.click(screen.getByRole('button', { name: 'Change them' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Give the role Instructor' }))
  const act = await screen.findByRole<HTMLButtonElement>('button', { name: 'Give it to 0 users' })
  expect(act.disabled).toBe(true)
  expect(sent[0]?.body).toEqual({ ids: ['u2'], action: 'add_role', role: 'instructor', dryRun: true })
  await user.click(screen.getAllByRole('button', { name: 'Cancel' })[1] ?? act)
  await user.click(screen.getByRole('button', { name: 'Choose nobody' }))
  expect(screen.queryByText(/chosen/)).toBeNull()
})

test('a failed preview says so, and the action is disabled', async () => {
  const user = await choose()
  refuse('post', '/users/bulk', 400, 'The filter picks more than 1,000 accounts; please narrow it')
  await user.click(screen.getByRole('button', { name: 'Change them' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain('more than 1,000 accounts')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete 0 users' }).disabled).toBe(true)
})

test.each<[UserFilters, string]>([
  [{ role: 'student', sort: 'name' }, 'role=student'],
  [{}, '*'],
])('all that %o picks are meant by their filter', async (filters, filter) => {
  const page = {
    current_page: 1,
    total_pages: 2,
    total_items: 900,
    items_per_page: 2,
    has_next_page: true,
    has_prev_page: false,
  }
  reply('get', '/users/filters', [])
  server.use(
    http.get('*/api/v1/users', () =>
      HttpResponse.json({ success: true, status: 'success', data: [li], pagination: page, next_cursor: 'c' }),
    ),
  )
  const user = renderScreen(<UsersPage filters={filters} onFilters={vi.fn()} onMade={vi.fn()} />)
  await user.click(await screen.findByLabelText('Choose all on this page'))
  await user.click(screen.getByRole('button', { name: 'Choose all 900 that match' }))
  screen.getByText('900 users chosen')
  const sent = reply('post', '/users/bulk', outcome)
  await user.click(screen.getByRole('button', { name: 'Change them' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Switch on' }))
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ filter, action: 'activate', dryRun: true }]))
})
