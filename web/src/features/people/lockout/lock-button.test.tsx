import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { LockButton } from './lock-button'

const maya = { id: 'u1', full_name: 'Maya Osei', locked: false }

test('locks with a reason, until an instant or until it is unlocked', async () => {
  const user = renderScreen(<LockButton account={maya} />)
  await user.click(screen.getByRole('button', { name: 'Lock' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lock Maya Osei?' }))
  const sent = reply('post', '/auth/lock-account/{id}', {})
  await user.click(dialog.getByRole('button', { name: 'Lock' }))
  await waitFor(() => expect(dialog.getByLabelText('Reason').getAttribute('aria-invalid')).toBe('true'))
  await user.type(dialog.getByLabelText('Reason'), 'Spam')
  fireEvent.change(dialog.getByLabelText('Locked until'), { target: { value: '2027-01-01T12:00' } }) // in Kolkata
  await user.click(dialog.getByRole('button', { name: 'Lock' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    { path: '/auth/lock-account/u1', query: '', body: { reason: 'Spam', locked_until: '2027-01-01T06:30:00.000Z' } },
  ])
})

test('unlocks a locked user', async () => {
  const user = renderScreen(<LockButton account={{ ...maya, locked: true }} />)
  await user.click(screen.getByRole('button', { name: 'Unlock' }))
  await screen.findByRole('dialog', { name: 'Unlock Maya Osei?' })
})
