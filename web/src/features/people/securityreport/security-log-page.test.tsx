import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { SecurityEvent } from './api'
import type { SecurityFilters } from './filters'
import { SecurityLogPage } from './security-log-page'

const failed: SecurityEvent = {
  id: 'e1',
  at: '2026-11-20T10:00:00Z',
  kind: 'sign_in_failed',
  user_id: 'u1',
  full_name: 'Li Wei',
  email: 'li@lectern.test',
  network: '192.0.2.0/24',
  address: '',
  user_agent: 'Firefox',
}

function open(items: SecurityEvent[], filters: SecurityFilters = {}) {
  const asked = reply('get', '/security-log', items)
  const onFilters = vi.fn()
  return { user: renderScreen(<SecurityLogPage filters={filters} onFilters={onFilters} />), onFilters, asked }
}

test('shows what happened, to which account, when and from where', async () => {
  open([failed, { ...failed, id: 'e2', kind: 'some_other', user_id: null, full_name: '', address: '192.0.2.7' }])
  const table = within(await screen.findByRole('table', { name: 'Security log' }))
  const row = within(table.getByText('Sign-in failed').closest('tr') ?? document.body)
  row.getByRole('link', { name: 'Li Wei' })
  row.getByText('li@lectern.test')
  row.getByText('20 Nov 2026, 15:30')
  row.getByText('192.0.2.0/24')
  table.getByText('Some other')
  table.getByText('No account with this address')
  table.getByText('192.0.2.7')
})

test('filters by kind, date and network', async () => {
  const { user, onFilters, asked } = open([failed], { kind: 'sign_in_failed' })
  await user.click(await screen.findByRole('button', { name: '192.0.2.0/24' }))
  expect(onFilters).toHaveBeenLastCalledWith({ kind: 'sign_in_failed', network: '192.0.2.0/24' })
  await user.selectOptions(screen.getByLabelText('Event'), 'All events')
  expect(onFilters).toHaveBeenLastCalledWith({})
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } })
  expect(onFilters).toHaveBeenLastCalledWith({ kind: 'sign_in_failed', from: '2026-11-01' })
  expect(asked[0]?.query).toBe('?kind=sign_in_failed&limit=50')
})

test('a network can be cleared, and nothing that matches says so', async () => {
  const { user, onFilters } = open([], { network: '192.0.2.0/24' })
  await user.click(await screen.findByRole('button', { name: 'Remove filter: From 192.0.2.0/24' }))
  expect(onFilters).toHaveBeenCalledWith({})
  await screen.findByText('No events match')
})

test('an export that is refused says why', async () => {
  const { user } = open([failed])
  refuse('get', '/security-log/export', 403, 'You are no longer an administrator.')
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
  expect((await screen.findByRole('alert')).textContent).toContain('no longer an administrator')
})
