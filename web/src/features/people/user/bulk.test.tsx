import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'

import type { BulkJob, BulkResult } from './api'
import { BulkJobsPage } from './bulk-jobs-page'
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
  await user.click(await screen.findByLabelText('Select all on this page'))
  return user
}

test('selected users are changed after a preview', async () => {
  const user = await choose()
  screen.getByText('2 users selected')
  const sent = reply('post', '/users/bulk', outcome)
  await user.click(screen.getByRole('button', { name: 'Change selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate users' }))
  await dialog.findByText('1 user would change, 0 would stay the same, 1 would be refused.')
  dialog.getByText('This is the last administrator.')
  expect(sent.map(({ body }) => body)).toEqual([{ ids: ['u1', 'u2'], action: 'deactivate', dryRun: true }])

  const really = reply('post', '/users/bulk', { ...outcome, dryRun: false })
  await user.click(dialog.getByRole('button', { name: 'Deactivate 1 user' }))
  await dialog.findByText('1 user changed, 0 stayed the same, 1 refused.')
  expect(really.map(({ body }) => body)).toEqual([{ ids: ['u1', 'u2'], action: 'deactivate' }])
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull())
})

test('if nothing would change, the action is disabled', async () => {
  const user = await choose()
  await user.click(screen.getByLabelText('Select Li Wei'))
  screen.getByText('1 user selected')
  const sent = reply('post', '/users/bulk', { ...outcome, changed: 0 })
  await user.click(screen.getByRole('button', { name: 'Change selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add role “Instructor”' }))
  const act = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add role to 0 users' })
  expect(act.disabled).toBe(true)
  expect(sent[0]?.body).toEqual({ ids: ['u2'], action: 'add_role', role: 'instructor', dryRun: true })
  await user.click(screen.getAllByRole('button', { name: 'Cancel' })[1] ?? act)
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByText(/selected/)).toBeNull()
})

test('a failed preview says so, and the action is disabled', async () => {
  const user = await choose()
  refuse('post', '/users/bulk', 400, 'At most 1,000 accounts are changed at once')
  await user.click(screen.getByRole('button', { name: 'Change selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect((await screen.findByRole('alert')).textContent).toContain('1,000 accounts')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete 0 users' }).disabled).toBe(true)
})

/** The list of users with 900 that match, all of whom are chosen. */
async function chooseAll(filters: UserFilters, exact = true) {
  const page = {
    current_page: 1,
    total_pages: 2,
    total_items: 900,
    total_is_exact: exact,
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
  await user.click(await screen.findByLabelText('Select all on this page'))
  await user.click(
    screen.getByRole('button', { name: exact ? 'Select all 900 matching users' : 'Select all matching users' }),
  )
  screen.getByText(exact ? '900 users selected' : 'More than 900 users selected')
  await user.click(screen.getByRole('button', { name: 'Change selected' }))
  return user
}

const running: BulkJob = {
  id: 'b1',
  admin_id: 'u2',
  admin_name: 'Ada Admin',
  action: 'deactivate',
  role: '',
  filter: 'role=student',
  dryRun: false,
  state: 'running',
  reason: '',
  total: 900,
  changed: 300,
  unchanged: 0,
  refused: 0,
  created_at: '2026-11-20T10:00:00Z',
  finished_at: null,
}
const refusals = outcome.outcomes.slice(1)

test('all that a filter picks are changed by a job that is followed', async () => {
  const user = await chooseAll({ role: 'student', sort: 'name' })
  const sent = reply('post', '/users/bulk-jobs', running)
  reply('get', '/users/bulk-jobs/{id}', { ...running, outcomes: [] })
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate users' }))
  dialog.getByText('Role: Student')
  await user.click(dialog.getByRole('button', { name: 'Deactivate 900 users' }))
  await dialog.findByText('Running: 300 of 900 users. 300 changed, 0 stayed the same, 0 refused.')
  expect(sent[0]?.body).toEqual({ action: 'deactivate', filter: 'role=student', dryRun: false, expected: 900 })

  const stopped = reply('post', '/users/bulk-jobs/{id}/cancel', {})
  reply('get', '/users/bulk-jobs/{id}', { ...running, state: 'cancelled', refused: 1, outcomes: refusals })
  await user.click(dialog.getByRole('button', { name: 'Stop' }))
  await dialog.findByText('Cancelled: 301 of 900 users. 300 changed, 0 stayed the same, 1 refused.')
  dialog.getByText('This is the last administrator.')
  expect(stopped).toHaveLength(1)
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[1] ?? document.body)
  await waitFor(() => expect(screen.queryByText(/selected/)).toBeNull())
})

test('a trial shows what would happen before as many are changed', async () => {
  const user = await chooseAll({}, false)
  const trial = { ...running, filter: '*', dryRun: true, total: 912 }
  const sent = reply('post', '/users/bulk-jobs', trial)
  reply('get', '/users/bulk-jobs/{id}', { ...trial, state: 'done', changed: 911, refused: 1, outcomes: refusals })
  await user.click(await screen.findByRole('menuitem', { name: 'Require new password' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Require new password' }))
  dialog.getByText('all users')
  await user.click(dialog.getByRole('button', { name: 'Preview first' }))
  await dialog.findByText('Completed: 912 of 912 users. 911 would change, 0 would stay the same, 1 would be refused.')
  refuse('post', '/users/bulk-jobs', 409, 'The filter picks 913 users by now, not 912.')
  await user.click(dialog.getByRole('button', { name: 'Require new passwords from 912 users' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('913 users by now')
  expect(sent.map(({ body }) => body)).toEqual([{ action: 'require_new_password', filter: '*', dryRun: true }])
})

test('jobs of the last 30 days are listed, each with its result', async () => {
  const ended: BulkJob = {
    ...running,
    id: 'b2',
    action: 'add_role',
    role: 'instructor',
    state: 'stopped',
    reason: 'Ada lost the role.',
  }
  reply('get', '/users/bulk-jobs', [running, ended])
  const user = renderScreen(<BulkJobsPage />)
  const table = within(await screen.findByRole('table', { name: 'Bulk changes' }))
  table.getByText('Running')
  table.getAllByText('300 of 900')
  reply('get', '/users/bulk-jobs/{id}', { ...ended, outcomes: refusals, refused: 7 })
  await user.click(table.getByRole('button', { name: 'Add role “Instructor”' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add role “Instructor”' }))
  await dialog.findByText('Ada lost the role.')
  dialog.getByText('Showing the first 1. Download the file to see all.')
  refuse('get', '/users/bulk-jobs/{id}/refused', 404, 'There is no such job.')
  await user.click(dialog.getByRole('button', { name: 'Download refused users' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('no such job')
})

test('without jobs, the page says how to start one', async () => {
  reply('get', '/users/bulk-jobs', [])
  renderScreen(<BulkJobsPage />)
  await screen.findByText('No bulk changes in the last 30 days')
})
