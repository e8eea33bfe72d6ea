import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { Gift, GiftPreview } from './api'
import { GiftPage } from './gift-page'
import { OwnGifts } from './own-gifts'

const gift: Gift = {
  id: 'g1',
  order_id: 'o1',
  course_id: 'c1',
  title: 'Bees',
  email: 'nia@family.test',
  recipient_name: 'Nia',
  sender_name: 'Ann',
  message: 'Happy birthday',
  send_at: null,
  sent_at: '2026-11-20T10:00:00Z',
  expires_at: '2027-11-20T10:00:00Z',
  created_at: '2026-11-20T10:00:00Z',
  status: 'sent',
  can_resend: true,
}

const preview: GiftPreview = {
  course_id: 'c1',
  title: 'Bees',
  recipient_name: 'Nia',
  sender_name: 'Ann',
  message: 'Happy birthday',
  expires_at: '2027-11-20T10:00:00Z',
  is_yours: false,
}

test('a buyer sees what has become of gifts, and sends one to another address', async () => {
  reply('get', '/payments/gifts', [gift, { ...gift, id: 'g2', title: 'Wasps', status: 'redeemed', can_resend: false }])
  const user = renderScreen(<OwnGifts />)
  const row = within(await screen.findByRole('row', { name: /Bees/ }))
  row.getByText('Sent')
  screen.getByText('Redeemed')
  expect(screen.queryByRole('button', { name: 'Send “Wasps” again' })).toBeNull()
  await user.click(row.getByRole('button', { name: 'Send “Bees” again' }))
  const form = within(await screen.findByRole('form', { name: 'Send gift again' }))
  const address = form.getByRole('textbox', { name: /Email address/ })
  await user.clear(address)
  await user.click(form.getByRole('button', { name: 'Send gift' }))
  await form.findByText('Please enter an email address')
  await user.type(address, 'other@family.test')
  const sent = reply('post', '/payments/gifts/{giftId}/resend', gift)
  await user.click(form.getByRole('button', { name: 'Send gift' }))
  await expect.poll(() => sent[0]?.body).toEqual({ email: 'other@family.test', name: 'Nia' })
})

test('the recipient accepts a gift', async () => {
  const onRedeemed = vi.fn()
  reply('get', '/payments/gifts/{token}', preview)
  reply('post', '/payments/gifts/{token}/redeem', { course_id: 'c1', title: 'Bees' })
  const user = renderScreen(<GiftPage token="t1" signedIn onRedeemed={onRedeemed} />)
  await screen.findByText('A gift from Ann')
  screen.getByText('Happy birthday')
  await user.click(screen.getByRole('button', { name: 'Accept gift' }))
  await expect.poll(() => onRedeemed.mock.calls).toEqual([['c1']])
})

test('visitors are asked to sign in; who has the course returns the gift', async () => {
  reply('get', '/payments/gifts/{token}', preview)
  renderScreen(<GiftPage token="t1" signedIn={false} onRedeemed={() => undefined} />)
  await screen.findByRole('link', { name: 'Sign in' })
  reply('get', '/payments/gifts/{token}', { ...preview, why_not: 'already_enrolled' })
  const returned = reply('post', '/payments/gifts/{token}/return', {})
  const user = renderScreen(<GiftPage token="t2" signedIn onRedeemed={() => undefined} />)
  await screen.findByText(/You have this course already/)
  expect(screen.queryByRole('button', { name: 'Accept gift' })).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Return gift' }).at(-1) ?? document.body)
  const question = within(await screen.findByRole('dialog', { name: 'Return this gift?' }))
  await user.click(question.getByRole('button', { name: 'Return gift' }))
  await screen.findByText(/You have returned the gift/)
  expect(returned).toHaveLength(1)
})
