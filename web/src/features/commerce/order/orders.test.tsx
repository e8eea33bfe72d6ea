import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { HeldPayment, Order, OrderFilters, PaymentPlan } from './api'
import { CompanyOrders } from './company-orders'
import { OrdersPage } from './orders-page'
import { PaymentsPage } from './payments-page'
import type { OpenRefundRequest } from './refund-request-api'

const order: Order = {
  id: 'o1',
  number: 'LEC-7Q2M9XKD',
  status: 'paid',
  currency: 'EUR',
  minor_digits: 2,
  prices_include_tax: true,
  lines: [
    {
      position: 1,
      kind: 'course',
      quantity: 1,
      course_id: 'c1',
      title: 'Bees',
      plan: 'batch',
      list: 9000,
      early_bird: 0,
      coupon: 0,
      charged: 9000,
      gift: false,
      due_id: null,
    },
  ],
  taxes: [],
  net: 9000,
  tax: 0,
  rounding: 0,
  total: 9000,
  paid: 9000,
  refunded: 0,
  billing: { name: 'Ann' },
  expires_at: '2026-11-20T10:30:00Z',
  paid_at: '2026-11-20T10:01:00Z',
  created_at: '2026-11-20T10:00:00Z',
  buyer_name: 'Ann',
  can: ['refund'],
  company_id: null,
  po_number: '',
  due_at: null,
  approved_at: null,
}

beforeEach(() => {
  reply('get', '/payments/disputes', [])
  reply('get', '/payments/refunds/failed', [])
  reply('get', '/payments/refund-requests', [])
})

function Page() {
  const [filters, setFilters] = useState<OrderFilters>({})
  return <OrdersPage filters={filters} onFilters={setFilters} />
}

test('orders are found by what is typed, and by their status', async () => {
  reply('get', '/receipts/series', [])
  reply('get', '/payments/held', [])
  reply('get', '/payments/admin', [order])
  const user = renderScreen(<Page />)
  within(await screen.findByRole('row', { name: /LEC-7Q2M9XKD/ })).getByText('€90.00')
  const found = reply('get', '/payments/admin', [])
  await user.type(screen.getByLabelText('Order number, name or email address'), 'ben{Enter}')
  await screen.findByText('No orders match these filters.')
  await user.selectOptions(screen.getByLabelText('Status'), 'Refunded')
  await expect
    .poll(() => found.map(({ query }) => Object.fromEntries(new URLSearchParams(query))))
    .toContainEqual({
      page: '1',
      search: 'ben',
      status: 'refunded',
    })
})

test('an administrator gives a company its seats before it has paid', async () => {
  reply('get', '/receipts/series', [])
  reply('get', '/payments/held', [])
  reply('get', '/payments/transfers', [])
  reply('get', '/payments/admin', [
    { ...order, status: 'pending', paid: 0, po_number: 'PO 4711', company_id: 'c1', can: ['approve'] },
  ])
  const user = renderScreen(<Page />)
  const row = within(await screen.findByRole('row', { name: /PO 4711/ }))
  await user.click(row.getByRole('button', { name: 'Approve LEC-7Q2M9XKD' }))
  const approved = reply('post', '/payments/orders/{id}/approve', order)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }))
  await expect.poll(() => approved[0]?.path).toBe('/payments/orders/o1/approve')
})

test('a company finds its invoices and receipts', async () => {
  reply('get', '/corporate/{id}/orders', [
    {
      ...order,
      lines: order.lines.map((line) => ({ ...line, kind: 'seats' as const, quantity: 5 })),
      po_number: 'PO 4711',
      documents: [{ label: 'IN/2026/1', kind: 'invoice', file_url: '/api/v1/receipts/files/1' }],
    },
  ])
  renderScreen(<CompanyOrders companyId="c1" />)
  const row = within(await screen.findByRole('row', { name: /5 × Bees/ }))
  row.getByText('PO 4711')
  expect(row.getByRole('link', { name: 'Invoice IN/2026/1' })).toHaveProperty('pathname', '/api/v1/receipts/files/1')
})

const held: HeldPayment = {
  id: 'h1',
  provider: 'bank_transfer',
  provider_ref: 'transfer 7',
  amount: 8950,
  currency: 'EUR',
  received_at: '2026-11-20T10:01:00Z',
  decision: null,
  order_id: 'o1',
  order_number: 'LEC-7Q2M9XKD',
  order_total: 9000,
  buyer_name: 'Ann',
}

test('a payment that does not match its order is settled for the order that is typed, or returned', async () => {
  reply('get', '/receipts/series', [])
  reply('get', '/payments/held', [held])
  reply('get', '/payments/transfers', [])
  reply('get', '/payments/admin', [order])
  const settled = reply('post', '/payments/held/{heldId}/settle', { ...held, decision: 'settled' })
  const returned = reply('post', '/payments/held/{heldId}/return', { ...held, decision: 'returned' })
  const user = renderScreen(<Page />)
  await user.click(await screen.findByRole('button', { name: 'Settle LEC-7Q2M9XKD' }))
  const dialog = await screen.findByRole('dialog', { name: 'Settle a payment of €89.50' })
  const number = within(dialog).getByLabelText(/Order number/)
  await user.clear(number)
  await user.type(number, 'LEC-OTHER')
  await user.click(within(dialog).getByRole('button', { name: 'Settle' }))
  await expect.poll(() => settled.map(({ body }) => body)).toEqual([{ order_number: 'LEC-OTHER' }])
  await user.click(await screen.findByRole('button', { name: 'Return LEC-7Q2M9XKD' }))
  const confirm = await screen.findByRole('dialog', { name: 'Return €89.50?' })
  within(confirm).getByText(/from your bank account/)
  await user.click(within(confirm).getByRole('button', { name: 'Return' }))
  await expect.poll(() => returned.length).toBe(1)
})

test('a disputed payment says why, until when, and has its evidence', async () => {
  reply('get', '/receipts/series', [])
  reply('get', '/payments/held', [])
  reply('get', '/payments/transfers', [])
  reply('get', '/payments/admin', [order])
  reply('get', '/payments/disputes', [
    {
      id: 'd1',
      order_id: 'o1',
      order_number: 'LEC-7Q2M9XKD',
      buyer_name: 'Ann',
      provider: 'stripe',
      provider_ref: 'du_1',
      amount: 9000,
      currency: 'EUR',
      reason: 'fraudulent',
      status: 'needs_response',
      withdrawn: true,
      respond_by: '2026-12-01T10:00:00Z',
      created_at: '2026-11-24T10:00:00Z',
    },
  ])
  renderScreen(<Page />)
  const disputes = await screen.findByRole('region', { name: 'Disputes' })
  within(disputes).getByText('Needs an answer')
  within(disputes).getByText(/not authorised by the card holder, answer by/)
  within(disputes).getByRole('button', { name: 'Evidence for LEC-7Q2M9XKD' })
})

const due = {
  plan_id: 'p1',
  amount: 3000,
  title: 'Bees',
  currency: 'EUR',
  paid_at: null,
  due_at: '2026-12-20T10:00:00Z',
  grace_until: '2026-12-27T10:00:00Z',
}
const plan: PaymentPlan = {
  id: 'p1',
  course_id: 'c1',
  title: 'Bees',
  currency: 'EUR',
  status: 'active',
  access_until: null,
  written_off_at: null,
  created_at: '2026-11-20T10:00:00Z',
  dues: [
    { ...due, id: 'd1', number: 1, status: 'paid', paid_at: '2026-11-20T10:01:00Z' },
    { ...due, id: 'd2', number: 2, status: 'open' },
  ],
}

test('learners see their instalments, pay the next, and cancel the rest', async () => {
  reply('get', '/payments', [order])
  reply('get', '/payments/plans', [plan])
  const user = renderScreen(<PaymentsPage tab="payments" onTab={() => {}} gifts={null} />)
  const plans = within(await screen.findByRole('region', { name: 'Instalments' }))
  plans.getByText('In progress')
  await user.click(plans.getByRole('button', { name: 'Cancel instalments' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/The course stays open until 20 Dec 2026/)
  const cancelled = reply('post', '/payments/plans/{id}/cancel', { ...plan, status: 'cancelled' })
  await user.click(dialog.getByRole('button', { name: 'Cancel instalments' }))
  await expect.poll(() => cancelled).toHaveLength(1)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const ordered = reply('post', '/payments/dues/{id}/order', { ...order, id: 'o2' })
  await user.click(plans.getByRole('button', { name: 'Pay €30.00' }))
  await expect.poll(() => ordered.map(({ path }) => path)).toEqual(['/payments/dues/d2/order'])
})

test('an administrator notes how a refund that failed was settled, and opens the course again', async () => {
  reply('get', '/receipts/series', [])
  reply('get', '/payments/held', [])
  reply('get', '/payments/transfers', [])
  reply('get', '/payments/admin', [order])
  const refund = {
    id: 'r1',
    order_id: 'o1',
    order_number: order.number,
    buyer_name: 'Ann',
    payment_id: 'p1',
    provider: 'stripe',
    amount: 9000,
    currency: 'EUR',
    reason: 'Cancelled',
    ends_access: true,
    origin: 'staff',
    status: 'failed',
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-24T10:00:00Z',
    reversed_at: '2026-11-24T10:00:00Z',
    resolved_at: null,
    can_reopen: true,
  } as const
  reply('get', '/payments/refunds/failed', [refund])
  const user = renderScreen(<Page />)
  const section = within(await screen.findByRole('region', { name: 'Failed refunds' }))
  section.getByText(/its credit note is reversed; access stays closed$/)
  section.getByText('Cancelled')
  section.getByRole('button', { name: 'Send refund of LEC-7Q2M9XKD again' })
  await user.click(section.getByRole('button', { name: 'Mark refund of LEC-7Q2M9XKD as settled' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: /What you have done instead/ }), 'Ann stays')
  await user.click(dialog.getByRole('checkbox', { name: 'Open the courses of this order again', checked: false }))
  const resolved = reply('post', '/payments/refunds/{refundId}/resolve', refund)
  await user.click(dialog.getByRole('button', { name: 'Mark as settled' }))
  await expect.poll(() => resolved.map(({ body }) => body)).toEqual([{ note: 'Ann stays', reopen_access: true }])
})

const asked: OpenRefundRequest = {
  id: 'q1',
  order_id: 'o1',
  order_number: order.number,
  buyer_name: 'Ann',
  title: 'Bees',
  currency: 'EUR',
  paid: 9000,
  refundable: 7000,
  reason: 'I have no time',
  status: 'open',
  answer: '',
  amount: 0,
  decided_at: null,
  created_at: '2026-11-21T10:00:00Z',
}

async function openRequests() {
  reply('get', '/receipts/series', [])
  reply('get', '/payments/held', [])
  reply('get', '/payments/transfers', [])
  reply('get', '/payments/admin', [order])
  reply('get', '/payments/refund-requests', [asked])
  const user = renderScreen(<Page />)
  return { user, section: within(await screen.findByRole('region', { name: 'Refund requests' })) }
}

test('an administrator approves a refund request, for what is left of the order', async () => {
  const { user, section } = await openRequests()
  section.getByText('I have no time')
  section.getByText(/€70.00 of €90.00 can be refunded/)
  await user.click(section.getByRole('button', { name: 'Approve refund of LEC-7Q2M9XKD' }))
  const dialog = within(await screen.findByRole('dialog'))
  const approved = reply('post', '/payments/refund-requests/{id}/approve', asked)
  await user.click(dialog.getByRole('button', { name: 'Refund' }))
  await expect
    .poll(() => approved[0]?.body)
    .toEqual({ amount: 7000, reason: "At the buyer's request", ends_access: true })
})

test('an administrator refuses a refund request with a reason', async () => {
  const { user, section } = await openRequests()
  await user.click(section.getByRole('button', { name: 'Refuse refund of LEC-7Q2M9XKD' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Refuse refund' }))
  await dialog.findByText('Please enter a reason')
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'You have learned it all')
  const refused = reply('post', '/payments/refund-requests/{id}/refuse', asked)
  await user.click(dialog.getByRole('button', { name: 'Refuse refund' }))
  await expect.poll(() => refused.map(({ body }) => body)).toEqual([{ reason: 'You have learned it all' }])
})
