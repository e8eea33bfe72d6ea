import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { LearnerPlan, PlanFilters } from './api'
import { PlansPage } from './plans-page'

const due = {
  plan_id: 'p1',
  amount: 33333,
  grace_until: '2026-12-27T10:00:00Z',
  title: 'Bees',
  currency: 'EUR',
}

const plan: LearnerPlan = {
  id: 'p1',
  course_id: 'c1',
  title: 'Bees',
  currency: 'EUR',
  status: 'past_due',
  access_until: null,
  written_off_at: null,
  written_off_reason: '',
  created_at: '2026-11-20T10:00:00Z',
  user_id: 'u1',
  user_name: 'Ann',
  unpaid: 33333,
  orders: [],
  dues: [
    { ...due, id: 'd1', number: 1, status: 'paid', due_at: '2026-11-20T10:00:00Z', paid_at: '2026-11-20T10:01:00Z' },
    { ...due, id: 'd2', number: 2, status: 'overdue', due_at: '2026-12-20T10:00:00Z', paid_at: null },
  ],
}

function Page() {
  const [filters, setFilters] = useState<PlanFilters>({})
  return <PlansPage filters={filters} onFilters={setFilters} />
}

test('instalments are found by status, and what is due is written off with a reason', async () => {
  reply('get', '/payments/admin/plans', [plan])
  reply('get', '/payments/admin/plans/{planId}', plan)
  const user = renderScreen(<Page />)
  const row = within(await screen.findByRole('row', { name: /Ann/ }))
  row.getByText('€333.33')
  await user.click(row.getByRole('button', { name: 'Show the instalments of Ann for Bees' }))
  const dues = await screen.findByRole('list', { name: 'Instalments' })
  within(dues).getByText(/Overdue/)
  const written = { ...plan, status: 'ended', unpaid: 0, written_off_at: '2026-12-30T10:00:00Z' } as const
  const sent = reply('post', '/payments/admin/plans/{planId}/write-off', written)
  reply('get', '/payments/admin/plans/{planId}', { ...written, written_off_reason: 'Out of work' })
  await user.click(screen.getByRole('button', { name: 'Write off' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Write off €333.33?' }))
  await user.type(dialog.getByLabelText(/Reason/), 'Out of work')
  await user.click(dialog.getByLabelText('End access to the course'))
  await user.click(dialog.getByRole('button', { name: 'Write off' }))
  await screen.findByText('Written off on 30 Dec 2026; the course stays open. Reason: Out of work')
  expect(sent.map(({ body }) => body)).toEqual([{ reason: 'Out of work', ends_access: true }])
})

test('says that no instalments match', async () => {
  reply('get', '/payments/admin/plans', [plan])
  const user = renderScreen(<Page />)
  await screen.findByRole('row', { name: /Ann/ })
  const asked = reply('get', '/payments/admin/plans', [])
  await user.selectOptions(screen.getByLabelText('Status'), 'Cancelled')
  await screen.findByText('No instalments match these filters.')
  expect(asked.map(({ query }) => new URLSearchParams(query).get('status'))).toContain('cancelled')
})
