import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { Order, Progress, Quote, TestPaymentDetail } from './api'
import { CheckoutPage } from './checkout-page'
import { OrderPage } from './order-page'
import { TestPaymentPage } from './test-payment-page'

const line = {
  position: 1,
  kind: 'course',
  quantity: 1,
  course_id: 'c1',
  title: 'Bees',
  plan: 'batch',
  list: 10000,
  early_bird: 1000,
  coupon: 0,
  charged: 9000,
  gift: false,
  due_id: null,
} as const

const quote: Quote = {
  currency: 'EUR',
  minor_digits: 2,
  prices_include_tax: true,
  lines: [line],
  taxes: [{ name: 'VAT', rate_ppm: 190000, base: 7563, amount: 1437 }],
  net: 7563,
  tax: 1437,
  rounding: 0,
  total: 9000,
  instalments: 0,
  dues: [],
  expires_at: '2026-11-20T10:30:00Z',
  digest: 'what was seen',
}

const order: Order = {
  ...quote,
  id: 'o1',
  number: 'LEC-7Q2M9XKD',
  status: 'pending',
  paid: 0,
  refunded: 0,
  billing: { name: 'Ann' },
  paid_at: null,
  created_at: '2026-11-20T10:00:00Z',
  can: ['pay', 'cancel'],
  company_id: null,
  po_number: '',
  due_at: null,
  approved_at: null,
}

const attempt = {
  id: 'a1',
  provider: 'test',
  amount: 9000,
  currency: 'EUR',
  status: 'open',
  redirect_url: '/pay/test/a1',
  failure: '',
  expires_at: '2026-11-20T10:30:00Z',
  created_at: '2026-11-20T10:00:00Z',
} as const

const progress: Progress = { order_id: 'o1', status: 'pending', attempts: [], payments: [], refunds: [], disputes: [] }

test('the buyer orders what they have seen and goes on to the payment page', async () => {
  reply('get', '/payments/providers', [{ name: 'test', test: true }])
  reply('post', '/payments/quote', quote)
  const placed = reply('post', '/payments/orders', order)
  reply('post', '/payments/orders/{id}/attempts', attempt)
  const leave = vi.fn()
  const cart = { currency: 'EUR', lines: [{ course_id: 'c1', plan: 'batch' as const }] }
  const user = renderScreen(<CheckoutPage cart={cart} buyer="Ann" onOrdered={vi.fn()} leave={leave} />)
  await screen.findByText('Includes VAT, 19%')
  screen.getByText('-€10.00')
  const inGermany = reply('post', '/payments/quote', quote)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Country' }), 'Germany')
  await expect.poll(() => inGermany.map(({ body }) => body)).toEqual([{ ...cart, country: 'DE' }])
  await user.click(await screen.findByRole('button', { name: 'Pay €90.00' }))
  await expect.poll(() => leave.mock.calls).toEqual([['/pay/test/a1']])
  expect(placed[0]?.body).toMatchObject({
    digest: 'what was seen',
    lines: cart.lines,
    billing: { name: 'Ann', country: 'DE' },
  })
})

test('the buyer chooses one of the providers that take the amount', async () => {
  const asked = reply('get', '/payments/providers', [
    { name: 'stripe', test: false },
    { name: 'razorpay', test: false },
  ])
  reply('post', '/payments/quote', { ...quote, currency: 'INR' })
  reply('post', '/payments/orders', { ...order, currency: 'INR' })
  const begun = reply('post', '/payments/orders/{id}/attempts', attempt)
  const cart = { currency: 'INR', lines: [{ course_id: 'c1', plan: 'batch' as const }] }
  const user = renderScreen(<CheckoutPage cart={cart} buyer="Ann" onOrdered={vi.fn()} leave={vi.fn()} />)
  await user.click(await screen.findByRole('radio', { name: 'UPI, card, wallet or bank, at Razorpay' }))
  await user.click(screen.getByRole('button', { name: 'Pay ₹90.00' }))
  await expect.poll(() => begun.map(({ body }) => body)).toEqual([{ provider: 'razorpay' }])
  expect(asked.map(({ query }) => query)).toEqual(['?currency=INR&amount=9000'])
})

test('the buyer pays in instalments, and sees what is due when', async () => {
  reply('get', '/payments/providers', [{ name: 'test', test: true }])
  reply('post', '/payments/quote', { ...quote, instalments: 3 })
  const cart = { currency: 'EUR', lines: [{ course_id: 'c1', plan: 'batch' as const }] }
  const user = renderScreen(<CheckoutPage cart={cart} buyer="Ann" onOrdered={vi.fn()} leave={vi.fn()} />)
  await screen.findByRole('radio', { name: 'At once', checked: true })
  const asked = reply('post', '/payments/quote', {
    ...quote,
    total: 3000,
    instalments: 3,
    digest: 'of the first',
    dues: [
      { number: 1, amount: 3000, due_at: '2026-11-20T10:00:00Z' },
      { number: 2, amount: 3000, due_at: '2026-12-20T10:00:00Z' },
      { number: 3, amount: 3000, due_at: '2027-01-20T10:00:00Z' },
    ],
  })
  await user.click(screen.getByRole('radio', { name: 'In 3 monthly instalments' }))
  within(await screen.findByRole('list', { name: 'Instalments' })).getByText('20 Dec 2026')
  expect(asked.map(({ body }) => body)).toEqual([{ ...cart, payment_plan: 'installments' }])
  const placed = reply('post', '/payments/orders', order)
  reply('post', '/payments/orders/{id}/attempts', attempt)
  await user.click(screen.getByRole('button', { name: 'Pay €30.00' }))
  await expect.poll(() => placed[0]?.body).toMatchObject({ payment_plan: 'installments', digest: 'of the first' })
})

test('who has begun to pay at one provider goes on there, or pays at another', async () => {
  reply('get', '/payments/providers', [
    { name: 'test', test: true },
    { name: 'stripe', test: false },
  ])
  reply('get', '/payments/orders/{id}', order)
  reply('post', '/payments/orders/{id}/sync', { ...progress, attempts: [{ ...attempt, provider: 'stripe' }] })
  const begun = reply('post', '/payments/orders/{id}/attempts', attempt)
  const leave = vi.fn()
  const user = renderScreen(<OrderPage orderId="o1" leave={leave} />)
  await screen.findByRole('radio', { name: 'Card, wallet or bank, at Stripe', checked: true })
  await screen.findByRole('button', { name: 'Continue to payment' })
  await user.click(screen.getByRole('radio', { name: 'Test card' }))
  await user.click(screen.getByRole('button', { name: 'Pay' }))
  await expect.poll(() => leave.mock.calls[0]?.[0]).toBe('/pay/test/a1')
  expect(begun.map(({ body }) => body)).toEqual([{ provider: 'test' }])
})

test('a bank transfer shows where to, and takes a proof', async () => {
  reply('get', '/payments/providers', [{ name: 'bank_transfer', test: false }])
  reply('get', '/payments/orders/{id}', order)
  reply('post', '/payments/orders/{id}/sync', { ...progress, attempts: [{ ...attempt, provider: 'bank_transfer' }] })
  const transfer = {
    id: 'a1',
    order_id: 'o1',
    order_number: order.number,
    buyer_name: 'Ann',
    reference: 'RF18539007547034',
    account: 'School of Bees',
    amount: 9000,
    currency: 'EUR',
    state: 'open',
    proof_name: '',
    proof_url: '',
    received: 0,
    value_date: '',
    bank_ref: '',
    reason: '',
    expires_at: '2026-11-27T10:00:00Z',
    created_at: '2026-11-20T10:00:00Z',
  } as const
  reply('get', '/payments/orders/{id}/transfer', transfer)
  reply('put', '/payments/attempts/{id}/proof', {
    ...transfer,
    state: 'submitted',
    proof_name: 'proof.pdf',
    proof_url: '/proof',
  })
  const user = renderScreen(<OrderPage orderId="o1" leave={vi.fn()} />)
  await screen.findByText('RF18539007547034')
  await user.upload(
    screen.getByLabelText('Proof of the transfer'),
    new File(['{}'], 'proof.pdf', { type: 'application/pdf' }),
  )
  await screen.findByRole('link', { name: 'proof.pdf' })
  await screen.findByText('We are checking your bank transfer')
})

test('a coupon is applied to the price that is ordered, or says why not', async () => {
  reply('get', '/payments/providers', [{ name: 'test', test: true }])
  reply('post', '/payments/quote', quote)
  const cart = { currency: 'EUR', lines: [{ course_id: 'c1', plan: 'batch' as const }] }
  const user = renderScreen(<CheckoutPage cart={cart} buyer="Ann" onOrdered={vi.fn()} leave={vi.fn()} />)
  reply('post', '/payments/quote', {
    ...quote,
    coupon: { code: 'LATE', applied: false, why_not: 'used_up', amount: 0 },
  })
  await user.type(await screen.findByLabelText('Coupon code'), ' LATE {Enter}')
  await screen.findByText('This coupon has been used up.')
  const coupon = { code: 'AUTUMN', applied: true, amount: 900 }
  const asked = reply('post', '/payments/quote', {
    ...quote,
    lines: [{ ...line, coupon: 900, charged: 8100 }],
    coupon,
    total: 8100,
  })
  await user.clear(screen.getByLabelText('Coupon code'))
  await user.type(screen.getByLabelText('Coupon code'), 'AUTUMN')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  await screen.findByText('Coupon AUTUMN: €9.00 off.')
  expect(asked[0]?.body).toEqual({ ...cart, coupon: 'AUTUMN' })
  const placed = reply('post', '/payments/orders', { ...order, can: [] })
  await user.click(screen.getByRole('button', { name: 'Pay €81.00' }))
  await expect.poll(() => placed[0]?.body).toMatchObject({ coupon: 'AUTUMN', lines: cart.lines })
})

test('who comes back with a declined card can try again', async () => {
  reply('get', '/payments/providers', [{ name: 'test', test: true }])
  reply('get', '/payments/orders/{id}', order)
  reply('post', '/payments/orders/{id}/sync', { ...progress, attempts: [{ ...attempt, failure: 'declined' }] })
  renderScreen(<OrderPage orderId="o1" leave={vi.fn()} />)
  await screen.findByText(/Your card was declined/)
  await screen.findByRole('button', { name: 'Continue to payment' })
})

test('a paid order leads to the course', async () => {
  reply('get', '/payments/orders/{id}', { ...order, status: 'paid', paid: 9000, can: [] })
  reply('post', '/payments/orders/{id}/sync', { ...progress, status: 'paid' })
  renderScreen(<OrderPage orderId="o1" leave={vi.fn()} />)
  await screen.findByText("Paid. You're enrolled.")
  expect(screen.getByRole('link', { name: 'Go to course' }).getAttribute('href')).toBe('/courses/c1')
})

test('the test provider takes a card and sends the buyer back', async () => {
  const checkout = {
    id: 'a1',
    amount: 9000,
    refunded: 0,
    currency: 'EUR',
    title: 'Bees',
    return_url: '/checkout?order=o1',
    state: 'open',
    failure: '',
    expires_at: '2026-11-20T10:30:00Z',
  } as const
  reply('get', '/payments/test/{paymentId}', checkout)
  const paid = reply('post', '/payments/test/{paymentId}/pay', { ...checkout, state: 'paid' })
  const leave = vi.fn()
  const user = renderScreen(<TestPaymentPage id="a1" leave={leave} />)
  await user.click(await screen.findByRole('button', { name: 'Pay €90.00' }))
  await expect.poll(() => leave.mock.calls).toEqual([['/checkout?order=o1']])
  expect(paid[0]?.body).toEqual({ number: '4242 4242 4242 4242' })
})

const received: Progress['payments'][number] = {
  id: 'p1',
  provider: 'stripe',
  provider_ref: 'pi_1',
  amount: 9000,
  currency: 'EUR',
  method: 'card',
  surplus: false,
  received_at: '2026-11-20T10:01:00Z',
}

const refund: Progress['refunds'][number] = {
  id: 'r1',
  order_id: 'o1',
  payment_id: 'p1',
  amount: 1000,
  reason: '',
  ends_access: false,
  origin: 'provider',
  status: 'succeeded',
  created_at: '2026-11-21T10:00:00Z',
  updated_at: '2026-11-21T10:00:00Z',
  reversed_at: null,
  resolved_at: null,
}

/** A whole refund that had ended access, and did not arrive. */
const returned: Progress['refunds'][number] = {
  ...refund,
  amount: 9000,
  ends_access: true,
  origin: 'staff',
  status: 'failed',
  reversed_at: '2026-11-24T10:00:00Z',
}

test('a paid order shows what was paid, what went back, and a dispute to administrators', async () => {
  reply('get', '/payments/orders/{id}', { ...order, status: 'partially_refunded', can: [] })
  reply('post', '/payments/orders/{id}/sync', {
    ...progress,
    status: 'partially_refunded',
    payments: [received],
    refunds: [refund],
    disputes: [
      {
        id: 'd1',
        order_id: 'o1',
        order_number: order.number,
        buyer_name: 'Ann',
        provider: 'stripe',
        provider_ref: 'du_1',
        amount: 8000,
        currency: 'EUR',
        reason: 'duplicate',
        status: 'won',
        withdrawn: true,
        respond_by: null,
        created_at: '2026-11-22T10:00:00Z',
      },
    ],
  })
  renderScreen(<OrderPage orderId="o1" leave={vi.fn()} />)
  const history = await screen.findByRole('region', { name: 'Payments and refunds' })
  within(history).getByText('Payment received')
  within(history).getByText('-€10.00')
  within(history).getByText('Dispute: Won, charged twice')
})

test('an administrator lets a refund at the test provider fail', async () => {
  reply('get', '/payments/orders/{id}', { ...order, status: 'refunded', can: [] })
  reply('post', '/payments/orders/{id}/sync', {
    ...progress,
    status: 'refunded',
    attempts: [{ ...attempt, status: 'succeeded' }],
  })
  const payment: TestPaymentDetail = {
    id: 'a1',
    amount: 9000,
    refunded: 9000,
    currency: 'EUR',
    title: 'Bees',
    return_url: '/checkout?order=o1',
    state: 'paid',
    failure: '',
    expires_at: '2026-11-20T10:30:00Z',
    refunds: [{ id: 'r1', amount: 9000, failed_at: null }],
  }
  reply('get', '/payments/test/{paymentId}/simulation', payment)
  const happened = reply('post', '/payments/test/{paymentId}/simulation', {
    ...payment,
    refunded: 0,
    refunds: [{ id: 'r1', amount: 9000, failed_at: '2026-11-24T10:00:00Z' }],
  })
  const user = renderScreen(<OrderPage orderId="o1" leave={vi.fn()} canSimulate />)
  await user.click(await screen.findByRole('button', { name: 'Fail the refund of €90.00' }))
  await screen.findByRole('button', { name: 'Open a dispute over €90.00' })
  expect(happened.map(({ body }) => body)).toEqual([{ event: 'refund_failed', refund_id: 'r1' }])
})

test('an order whose refund did not arrive does not say that its buyer is enrolled', async () => {
  reply('get', '/payments/orders/{id}', { ...order, status: 'paid', paid: 9000, can: [] })
  reply('post', '/payments/orders/{id}/sync', {
    ...progress,
    status: 'paid',
    payments: [received],
    refunds: [returned],
  })
  renderScreen(<OrderPage orderId="o1" leave={vi.fn()} />)
  await screen.findByText(/The refund of this order did not arrive/)
  await screen.findByText('Refunded, but it did not arrive')
  expect(screen.queryByText("Paid. You're enrolled.")).toBeNull()
})

test('once that refund is settled, the order says that access has ended', async () => {
  reply('get', '/payments/orders/{id}', { ...order, status: 'paid', paid: 9000, can: [] })
  const settled = { ...returned, resolved_at: '2026-11-25T10:00:00Z' }
  reply('post', '/payments/orders/{id}/sync', { ...progress, status: 'paid', payments: [received], refunds: [settled] })
  renderScreen(<OrderPage orderId="o1" leave={vi.fn()} />)
  await screen.findByText('A refund has ended access to what was bought with this order.')
  expect(screen.queryByText(/Access stays closed/)).toBeNull()
})
