import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { hang, refuse, reply } from '@/testing/server'

import type { UserRow } from './api'
import { fromQuery, toQuery, type UserFilters } from './filters'
import { li } from './fixtures'
import { UsersPage } from './users-page'

function open(items: UserRow[], filters: UserFilters = {}) {
  const asked = reply('get', '/users', items)
  reply('get', '/users/filters', [{ id: 'f1', name: 'Locked admins', query: 'role=admin&locked=true', created_at: '' }])
  const [onFilters, onMade] = [vi.fn(), vi.fn()]
  const user = renderScreen(<UsersPage filters={filters} onFilters={onFilters} onMade={onMade} />)
  return { user, onFilters, onMade, asked }
}

test('shows each user with roles and state, and a link to their page', async () => {
  open([li, { ...li, id: 'u2', full_name: 'Off', status: 'disabled', locked: true, email_verified_at: null }])
  const row = within((await screen.findByText('Li Wei')).closest('tr') ?? document.body)
  row.getByText('Student')
  row.getByText('Active')
  expect(row.queryByText('Locked')).toBeNull()
  const off = within(screen.getByText('Off').closest('tr') ?? document.body)
  for (const state of ['Deactivated', 'Locked', 'Unconfirmed']) off.getByText(state)
  screen.getByText('2 users')
})

test('filters and sorts, and keeps other filters', async () => {
  const { user, onFilters, asked } = open([li], { role: 'student', sort: 'name' })
  await screen.findByText('Li Wei')
  expect(asked[0]?.query).toBe('?role=student&sort=name&limit=50')
  await user.selectOptions(screen.getByLabelText('Status'), 'Deactivated')
  expect(onFilters).toHaveBeenLastCalledWith({ role: 'student', sort: 'name', status: 'disabled' })
  await user.selectOptions(screen.getByLabelText('Role'), 'All roles')
  expect(onFilters).toHaveBeenLastCalledWith({ sort: 'name' })
  await user.selectOptions(screen.getByLabelText('Lockout'), 'Locked')
  expect(onFilters).toHaveBeenLastCalledWith({ role: 'student', sort: 'name', locked: 'true' })
  await user.selectOptions(screen.getByLabelText('Email address'), 'Not confirmed')
  expect(onFilters).toHaveBeenLastCalledWith({ role: 'student', sort: 'name', verified: 'false' })
  fireEvent.change(screen.getByLabelText('Joined from'), { target: { value: '2026-11-01' } })
  expect(onFilters).toHaveBeenLastCalledWith({ role: 'student', sort: 'name', created_from: '2026-11-01' })
  await user.type(screen.getByRole('searchbox'), 'li')
  await waitFor(() => expect(onFilters).toHaveBeenLastCalledWith({ role: 'student', sort: 'name', search: 'li' }))
})

test.each<[UserFilters['sort'], string, string, UserFilters['sort']]>([
  [undefined, 'Joined', 'descending', 'oldest'],
  ['oldest', 'Joined', 'ascending', undefined],
  ['name', 'Name', 'ascending', '-name'],
  ['-email', 'Email', 'descending', 'email'],
])('sorted by %s, the head of %s says %s and leads to %s', async (sort, head, says, next) => {
  const { user, onFilters } = open([li], sort ? { sort } : {})
  const column = await screen.findByRole('columnheader', { name: head })
  expect(column.getAttribute('aria-sort')).toBe(says)
  await user.click(within(column).getByRole('button'))
  expect(onFilters).toHaveBeenCalledWith(next ? { sort: next } : {})
})

test('a saved filter applies, another is saved, and one is deleted', async () => {
  const { user, onFilters } = open([li], { role: 'student' })
  await screen.findByText('Li Wei')
  await user.click(screen.getByRole('button', { name: 'Saved filters' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Locked admins' }))
  expect(onFilters).toHaveBeenCalledWith({ role: 'admin', locked: 'true' })

  await user.click(screen.getByRole('button', { name: 'Saved filters' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Save filter' }))
  refuse('post', '/users/filters', 409, 'You have a filter of this name already.')
  await user.type(await screen.findByLabelText('Name'), 'Students{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('of this name already')
  const kept = reply('post', '/users/filters', { id: 'f2', name: 'Students', query: '', created_at: '' })
  await user.click(screen.getByRole('button', { name: 'Save filter' }))
  await waitFor(() => expect(kept[0]?.body).toEqual({ name: 'Students', query: 'role=student' }))

  await user.click(screen.getByRole('button', { name: 'Saved filters' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete filters' }))
  const dropped = reply('delete', '/users/filters/{id}', {})
  await user.click(await screen.findByRole('button', { name: 'Delete Locked admins' }))
  await waitFor(() => expect(dropped[0]?.path).toBe('/users/filters/f1'))
})

test('a filter survives serialization, and invalid parts are dropped', () => {
  const filters: UserFilters = {
    search: 'a&b=c ü',
    role: 'admin',
    locked: 'false',
    created_to: '2026-11-20',
    sort: '-name',
  }
  expect(fromQuery(toQuery(filters))).toEqual(filters)
  expect(fromQuery('role=root&created_from=yesterday&sort=age&x=1')).toEqual({})
})

test('creates a user, with an email if no password is given', async () => {
  const { user, onMade } = open([li])
  await user.click(screen.getByRole('button', { name: 'Add user' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add user' }))
  await user.type(dialog.getByLabelText('Full name'), 'Eve')
  await user.click(dialog.getByRole('button', { name: 'Add user' }))
  await waitFor(() => expect(dialog.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true'))
  await user.type(dialog.getByLabelText('Email'), 'eve@lectern.test')
  await user.click(dialog.getByLabelText('Instructor'))
  const sent = reply('post', '/users', {
    id: 'u9',
    email: 'eve@lectern.test',
    full_name: 'Eve',
    roles: ['student'],
    created_at: '2026-11-20T10:00:00Z',
  })
  await user.click(dialog.getByRole('button', { name: 'Add user' }))
  await waitFor(() => expect(onMade).toHaveBeenCalledWith('u9'))
  expect(sent[0]?.body).toEqual({ full_name: 'Eve', email: 'eve@lectern.test', roles: ['student', 'instructor'] })
})

test('no match, an error, and loading', async () => {
  const { user, onFilters } = open([], { role: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(onFilters).toHaveBeenCalledWith({})
  refuse('get', '/users', 500, 'Something went wrong on our side.')
  renderScreen(<UsersPage filters={{}} onFilters={vi.fn()} onMade={vi.fn()} />)
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on our side.')
  hang('get', '/users')
  renderScreen(<UsersPage filters={{}} onFilters={vi.fn()} onMade={vi.fn()} />)
  await screen.findByRole('status', { name: 'Loading' })
})
