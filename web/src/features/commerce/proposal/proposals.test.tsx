import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { OpenProposalPage } from './open-proposal-page'
import { ProposalsCard } from './proposals-card'

const party = { name: 'Firm', address: 'Eve Adams', tax_id: '' }
const body = {
  number: 'PR-1',
  version: 1,
  lines: [{ text: 'Beekeeping', quantity: 12, unit_price: 19999 }],
  currency: 'EUR',
  tax_name: 'VAT',
  tax_ppm: 190000,
  net: 239988,
  tax: 45598,
  total: 285586,
  valid_until: '2099-10-01',
  terms: '',
  sent_at: '2026-11-20T10:00:00Z',
  decided_name: '',
  decided_at: null,
}

test('a company accepts a proposal by its link', async () => {
  const open = { ...body, seller: { ...party, name: 'School' }, buyer: party, status: 'viewed' as const }
  reply('get', '/corporate-training/proposals/{token}', open)
  const sent = reply('post', '/corporate-training/proposals/{token}/accept', {
    ...open,
    status: 'accepted',
    decided_name: 'Eve',
    decided_at: '2026-11-21T10:00:00Z',
  })
  const user = renderScreen(<OpenProposalPage token="t1" />)
  await user.click(await screen.findByRole('button', { name: 'Accept proposal' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText(/Your full name/), 'Eve')
  await user.click(within(dialog).getByRole('button', { name: /Accept for/ }))
  await screen.findByText(/Accepted by Eve/)
  expect(sent[0]?.body).toEqual({ name: 'Eve', po_number: '' })
})

test('an administrator writes a proposal in minor units', async () => {
  reply('get', '/corporate-training/{id}/proposals', [])
  const sent = reply('post', '/corporate-training/{id}/proposals', {
    ...body,
    id: 'p1',
    lead_id: 'l1',
    status: 'draft',
    digest: '',
    po_number: '',
    decline_reason: '',
    created_at: '2026-11-20T10:00:00Z',
    sent_at: null,
    viewed_at: null,
  })
  const user = renderScreen(<ProposalsCard leadId="l1" email="eve@firm.test" onSent={() => {}} />)
  await user.click(await screen.findByRole('button', { name: 'Write proposal' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText(/Description/), 'Beekeeping')
  await user.type(within(dialog).getByLabelText(/Price without tax/), '199.99')
  await user.click(within(dialog).getByRole('button', { name: 'Save draft' }))
  await expect
    .poll(() => sent[0]?.body)
    .toMatchObject({ currency: 'EUR', lines: [{ text: 'Beekeeping', quantity: 1, unit_price: 19999 }] })
})
