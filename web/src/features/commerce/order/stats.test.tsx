import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { StatsFilters } from './api'
import { StatsPage } from './stats-page'

const none = { revenue: 0, tax: 0, received: 0, refunded: 0, fees: 0 }
const sums = { revenue: 7563, tax: 1437, received: 9000, refunded: 1000, fees: 155 }
const dues = { open: 1, open_amount: 33333, overdue: 1, overdue_amount: 33334 }

const stats: Schema<'PaymentStats'> = {
  from: '2026-10-01',
  to: '2026-11-20',
  time_zone: 'Europe/Berlin',
  by: 'month',
  orders: 4,
  orders_paid: 3,
  currencies: [
    {
      currency: 'EUR',
      test: false,
      total: sums,
      dues,
      groups: [
        { key: '2026-10', title: '', ...none },
        { key: '2026-11', title: '', ...sums },
      ],
    },
    {
      currency: 'JPY',
      test: true,
      total: { ...none, received: 500 },
      dues: { open: 0, open_amount: 0, overdue: 0, overdue_amount: 0 },
      groups: [
        { key: '2026-10', title: '', ...none },
        { key: '2026-11', title: '', ...none, received: 500 },
      ],
    },
  ],
}

function Page() {
  const [filters, setFilters] = useState<StatsFilters>({})
  return <StatsPage filters={filters} onFilters={setFilters} />
}

test('each currency has its figures, chart and table', async () => {
  reply('get', '/payments/admin/stats', stats)
  renderScreen(<Page />)
  await screen.findByText(/4 orders from 1 Oct 2026 to 20 Nov 2026 \(Europe\/Berlin\), of which 3 are paid \(75\s?%\)/)
  const euros = within(screen.getByRole('region', { name: 'EUR' }))
  euros.getByText('Overdue: €333.34')
  euros.getByText('€666.67')
  const row = within(
    within(euros.getByRole('table', { name: 'Sums in EUR' })).getByRole('row', { name: /November 2026/ }),
  )
  for (const amount of ['€75.63', '€14.37', '€90.00', '€10.00', '€1.55']) row.getByText(amount)
  euros.getByRole('img', { name: 'Received in this period: €90.00' })
  within(screen.getByRole('region', { name: 'JPY (test payments)' })).getByText('None overdue')
})

test('payments are added up by course in another period', async () => {
  reply('get', '/payments/admin/stats', stats)
  const user = renderScreen(<Page />)
  await screen.findByRole('region', { name: 'EUR' })
  const euros = {
    currency: 'EUR',
    test: false,
    total: sums,
    dues,
    groups: [
      { key: 'c1', title: 'Bees', ...sums },
      { key: '', title: '', ...none },
    ],
  }
  const asked = reply('get', '/payments/admin/stats', { ...stats, by: 'course', currencies: [euros] })
  await user.selectOptions(screen.getByLabelText('Add up by'), 'Course')
  within(await screen.findByRole('row', { name: /Bees/ })).getByText('€75.63')
  screen.getByRole('row', { name: /Deleted courses and other items/ })
  expect(screen.queryByRole('img')).toBeNull()
  expect(asked.map(({ query }) => new URLSearchParams(query).get('by'))).toContain('course')
})

test('says that nothing was paid', async () => {
  reply('get', '/payments/admin/stats', { ...stats, orders: 0, orders_paid: 0, currencies: [] })
  renderScreen(<Page />)
  await screen.findByText('No payments')
})
