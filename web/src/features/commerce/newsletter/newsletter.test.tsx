import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { ConfirmSubscriptionPage } from './confirm-page'
import { PreferencesPage } from './preferences-page'
import { NewsletterPage } from './sign-up-page'

const lists = [
  { id: 'a', name: 'Courses', description: 'New ones' },
  { id: 'b', name: 'Articles', description: '' },
]
const subscriber = { email: 'a…@lectern.test', full_name: 'Ann', status: 'confirmed' as const, lists, list_ids: ['a'] }

test('a visitor subscribes to one of the lists', async () => {
  reply('get', '/newsletter/form', { form_id: 'f1', lists })
  const sent = reply('post', '/newsletter/subscribe', {})
  const user = renderScreen(<NewsletterPage person={undefined} />)
  await user.type(await screen.findByLabelText(/Email address/), 'ann@lectern.test')
  await user.click(screen.getByRole('checkbox', { name: 'Articles' }))
  await user.click(screen.getByRole('checkbox', { name: /I want to receive/ }))
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))
  await screen.findByText(/We sent you an email/)
  expect(sent[0]?.body).toMatchObject({ email: 'ann@lectern.test', consent: true, list_ids: ['a'], form_id: 'f1' })
})

test('a link confirms only by its button', async () => {
  const sent = reply('post', '/newsletter/confirm', { ...subscriber, token: 't2' })
  const user = renderScreen(<ConfirmSubscriptionPage token="t1" />)
  const button = await screen.findByRole('button', { name: 'Confirm subscription' })
  expect(sent).toEqual([])
  await user.click(button)
  await screen.findByText(/Subscription confirmed/)
  expect(sent[0]?.body).toEqual({ token: 't1' })
})

test('a subscriber unsubscribes, and can come back', async () => {
  reply('get', '/newsletter/preferences', subscriber)
  const sent = reply('put', '/newsletter/preferences', { ...subscriber, status: 'unsubscribed', list_ids: [] })
  const user = renderScreen(<PreferencesPage token="t1" />)
  await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }))
  await screen.findByText(/You don't receive the newsletter/)
  expect(sent[0]?.body).toEqual({ full_name: 'Ann', list_ids: [] })
})
