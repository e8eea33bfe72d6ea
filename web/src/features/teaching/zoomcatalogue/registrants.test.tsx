import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { Registrant } from './api'
import { Registrants } from './registrants'

const lee: Registrant = {
  id: 'r1',
  user_id: 'u1',
  full_name: 'Lee',
  status: 'approved',
  created_at: '2031-03-03T16:00:00Z',
}
const ada: Registrant = { ...lee, id: 'r2', user_id: 'u2', full_name: 'Ada', status: 'denied' }

const path = '/zoom/meetings/{id}/registrants'

test('an instructor denies those who are selected, and sees why one was not', async () => {
  reply('get', path, [ada, lee])
  const changed = reply('put', '/zoom/meetings/{id}/registrants/status', [
    { id: 'r2', done: true, reason: '' },
    { id: 'r1', done: false, reason: 'registrant_limit' },
  ])
  const user = renderScreen(<Registrants of="s1" />)
  const row = await screen.findByRole('row', { name: /Ada/ })
  expect(within(row).getByText('Denied')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Deny' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Deny' }))
  expect(await screen.findByText('1 registration was not changed')).toBeTruthy()
  expect(screen.getByText(/takes no more changes/)).toBeTruthy()
  expect(changed.map(({ body }) => body)).toEqual([{ ids: ['r2', 'r1'], action: 'deny' }])
})

test('what Zoom does not take leaves the selection as it is', async () => {
  reply('get', path, [lee])
  refuse('put', '/zoom/meetings/{id}/registrants/status', 503, 'Zoom does not answer.')
  const user = renderScreen(<Registrants of="s1" />)
  await user.click(await screen.findByRole('checkbox', { name: /Lee/ }))
  await user.click(screen.getByRole('button', { name: 'Cancel registration' }))
  expect(await screen.findByText('Zoom does not answer.')).toBeTruthy()
  expect(screen.getByText('1 selected')).toBeTruthy()
})

test('the invitation is shown, and copied', async () => {
  reply('get', path, [])
  reply('get', '/zoom/meetings/{id}/invitation', { invitation: 'Join here: https://school.example/meetings/m1' })
  const user = renderScreen(<Registrants of="m1" />)
  expect(await screen.findByText(/Nobody is registered yet/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show invitation' }))
  expect(await screen.findByDisplayValue(/school.example/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Copy invitation' }))
  await expect.poll(() => navigator.clipboard.readText()).toBe('Join here: https://school.example/meetings/m1')
  expect(screen.queryByRole('dialog')).toBeNull()
})
