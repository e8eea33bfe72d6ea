import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'
import { actions } from './actions'
import { AuditPage } from './audit-page'
import type { AuditFilters } from './filters'
import { areas } from './labels'

const changed: Schema<'AuditRow'> = {
  id: 'e1',
  at: '2026-11-20T10:00:00Z',
  actor_id: 'u1',
  actor_name: 'Ada Admin',
  on_behalf_of_id: 'u2',
  on_behalf_of_name: 'Maya Osei',
  action: 'user.roles_changed',
  target_kind: 'user',
  target_id: 'u3',
  target_name: 'Li Wei',
  before: { roles: ['student'], full_name: 'Li' },
  after: { roles: ['student', 'admin'], full_name: 'Li Wei', active: true },
  names: {},
  network: '192.0.2.0/24',
  user_agent: 'Firefox',
}

function open(items: Schema<'AuditRow'>[], filters: AuditFilters = {}) {
  const asked = reply('get', '/audit-log', items)
  const onFilters = vi.fn()
  return { user: renderScreen(<AuditPage filters={filters} onFilters={onFilters} />), onFilters, asked }
}

test('shows the actor, impersonation, action, target, network and each change', async () => {
  open([changed])
  const row = within((await screen.findByText('Roles changed')).closest('tr') ?? document.body)
  row.getByText('Ada Admin')
  row.getByText('as Maya Osei')
  row.getByText('Li Wei', { selector: 'button' })
  row.getByText('192.0.2.0/24')
  row.getByText('20 Nov 2026, 15:30')
  const members = row.getAllByRole('term').map((t) => `${t.textContent} ${t.nextElementSibling?.textContent}`)
  expect(members).toEqual([
    'Active yes',
    'Full name Li changed to  → Li Wei',
    'Roles Student changed to  → Student and Administrator',
  ])
})

test('what a change refers to is called by its name, and by the end of its id once it is gone', async () => {
  const [teacher, gone] = ['01a221ab-cfe3-7616-ab32-b72bc97661c0', '01a221ab-cfe3-7616-ab32-b72b8739ea06']
  open([
    {
      ...changed,
      before: { assigned_to: gone },
      after: { assigned_to: teacher },
      names: { [teacher]: 'Tomás Rivera' },
    },
  ])
  expect((await screen.findByRole('term')).nextElementSibling?.textContent).toBe(
    'Account 8739ea06 changed to  → Tomás Rivera',
  )
})

test('entries from the command line, and entries without details', async () => {
  open([{ ...changed, actor_id: '', actor_name: '', on_behalf_of_id: '', before: {}, after: {} }])
  await screen.findByText('Command line')
  screen.getByText('No details')
})

test('filters by actor, target, action and date', async () => {
  const { user, onFilters, asked } = open([changed], { action: 'user' })
  await user.click(await screen.findByRole('button', { name: 'Show entries by Ada Admin' }))
  expect(onFilters).toHaveBeenLastCalledWith({ action: 'user', actor: 'u1' })
  await user.click(screen.getByRole('button', { name: 'Show entries about Li Wei' }))
  expect(onFilters).toHaveBeenLastCalledWith({ action: 'user', target: 'u3' })
  await user.selectOptions(screen.getByLabelText('Area'), 'All areas')
  expect(onFilters).toHaveBeenLastCalledWith({})
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01' } })
  expect(onFilters).toHaveBeenLastCalledWith({ action: 'user', from: '2026-11-01' })
  expect(asked[0]?.query).toBe('?action=user&limit=50')
})

test('a filter by a user shows the name and can be cleared', async () => {
  const { user, onFilters } = open([changed], { actor: 'u1' })
  await user.click(await screen.findByRole('button', { name: 'Remove filter: By Ada Admin' }))
  expect(onFilters).toHaveBeenCalledWith({})
})

test('loads more by cursor', async () => {
  const asked: string[] = []
  server.use(
    http.get('*/api/v1/audit-log', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(searchParams.get('cursor') ?? '')
      const further = searchParams.has('cursor')
      return HttpResponse.json({
        success: true,
        status: 'success',
        data: [{ ...changed, id: further ? 'e2' : 'e1', action: further ? 'user.created' : 'user.locked' }],
        pagination: {
          current_page: 1,
          total_pages: 2,
          total_items: 10_000,
          total_is_exact: false,
          items_per_page: 1,
          has_next_page: !further,
          has_prev_page: false,
        },
        ...(!further && { next_cursor: 'c2' }),
      })
    }),
  )
  const user = renderScreen(<AuditPage filters={{}} onFilters={vi.fn()} />)
  await screen.findByText('Account locked')
  screen.getByText('More than 10,000 entries')
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  await screen.findByText('Account created')
  screen.getByText('Account locked')
  expect(asked).toEqual(['', 'c2'])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
})

test('exports with the current filters', async () => {
  const { user } = open([changed], { actor: 'u1' })
  const asked: string[] = []
  server.use(
    http.get('*/api/v1/audit-log/export', ({ request }) => {
      asked.push(new URL(request.url).search)
      return new HttpResponse('at,who\n', { headers: { 'Content-Type': 'text/csv' } })
    }),
  )
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe('audit-log.csv')
  })
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1))
  saved.mockRestore()
  expect(asked).toEqual(['?actor=u1'])
})

test('a refused export says why', async () => {
  const { user } = open([changed])
  refuse('get', '/audit-log/export', 403, 'You may not do this.')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You may not do this.')
})

test('distinguishes no match from an empty log', async () => {
  const { user, onFilters } = open([], { action: 'user' })
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(onFilters).toHaveBeenCalledWith({})
  open([])
  await screen.findByText('No entries yet')
})

test('the filter names the area of each action', () => {
  const unnamed = Object.keys(actions).filter((action) => !((action.split('.')[0] ?? '') in areas))
  expect(unnamed).toEqual([])
})
