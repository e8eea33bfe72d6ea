import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { RefundRequest } from './refund-request'
import type { OrderRefundRequests } from './refund-request-api'

const canAsk: OrderRefundRequests = {
  can_ask: true,
  last_day: '2026-12-12',
  currency: 'EUR',
  refundable: 9000,
  requests: [],
}

const request = {
  id: 'q1',
  order_id: 'o1',
  reason: 'I have no time',
  status: 'open',
  answer: '',
  amount: 0,
  decided_at: null,
  created_at: '2026-11-21T10:00:00Z',
} as const

const show = (found: OrderRefundRequests) => {
  reply('get', '/payments/orders/{id}/refund-requests', found)
  return renderScreen(<RefundRequest orderId="o1" />)
}

test('a buyer asks for a refund, and withdraws the request', async () => {
  const user = show(canAsk)
  await screen.findByText('You can ask for a refund until 12 Dec 2026.')
  await user.click(screen.getByRole('button', { name: 'Ask for a refund' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/You can ask until 12 Dec 2026/)
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), ' ')
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  await dialog.findByText('Please enter a reason')
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'I have no time')
  const sent = reply('post', '/payments/orders/{id}/refund-requests', request)
  reply('get', '/payments/orders/{id}/refund-requests', {
    ...canAsk,
    can_ask: false,
    why_not: 'already_asked',
    requests: [request],
  })
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  await screen.findByText(/A refund was requested on 21 Nov 2026/)
  expect(sent.map(({ body }) => body)).toEqual([{ reason: ' I have no time' }])
  const withdrawn = reply('post', '/payments/refund-requests/{id}/withdraw', { ...request, status: 'withdrawn' })
  reply('get', '/payments/orders/{id}/refund-requests', {
    ...canAsk,
    requests: [{ ...request, status: 'withdrawn', decided_at: '2026-11-22T10:00:00Z' }],
  })
  await user.click(screen.getByRole('button', { name: 'Withdraw request' }))
  await screen.findByRole('button', { name: 'Ask for a refund' })
  expect(withdrawn.map(({ path }) => path)).toEqual(['/payments/refund-requests/q1/withdraw'])
})

test('a buyer reads why the refund was refused', async () => {
  show({
    ...canAsk,
    can_ask: false,
    why_not: 'decided',
    requests: [
      { ...request, status: 'refused', answer: 'You have learned it all', decided_at: '2026-11-22T10:00:00Z' },
    ],
  })
  await screen.findByText('The school refused the refund on 22 Nov 2026:')
  screen.getByText('You have learned it all')
  expect(screen.queryByRole('button')).toBeNull()
})

test('a buyer is shown what was approved', async () => {
  show({
    ...canAsk,
    can_ask: false,
    why_not: 'decided',
    requests: [{ ...request, status: 'approved', amount: 4000, decided_at: '2026-11-22T10:00:00Z' }],
  })
  await screen.findByText('The school approved the refund of €40.00 on 22 Nov 2026.')
})

test.each([
  ['window_over', 'A refund could be requested until 12 Dec 2026.'],
  ['disputed', "You can't ask for a refund while the payment is disputed at your bank."],
  ['gift_redeemed', "The gift has been redeemed, so you can't ask for a refund here."],
] as const)('an order says why no refund can be asked for: %s', async (why_not, text) => {
  show({ ...canAsk, can_ask: false, why_not })
  await screen.findByText(text)
  expect(screen.queryByRole('button')).toBeNull()
})
