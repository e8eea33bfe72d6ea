import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Reauthenticated } from '@/shared/reauthentication'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { ChangeEmail } from './change-email'
import { ConfirmEmailPage, UndoEmailPage } from './email-pages'

const sure: Reauthenticated = (act) => act()

test('requests a change of address and shows the next step', async () => {
  const user = renderScreen(<ChangeEmail reauthenticated={sure} />)
  const sent = reply('post', '/auth/change-email', {})
  await user.click(screen.getByRole('button', { name: 'Change email address' }))
  await user.type(screen.getByLabelText('New email address'), 'anna@lectern.test{Enter}')
  expect((await screen.findByRole('status')).textContent).toContain('We sent a link to anna@lectern.test')
  expect(sent.map(({ body }) => body)).toEqual([{ new_email: 'anna@lectern.test' }])
})

test('an error shows at the field, and the input is kept', async () => {
  const user = renderScreen(<ChangeEmail reauthenticated={sure} />)
  const text = 'This is not a valid email address'
  refuse('post', '/auth/change-email', 400, text, { new_email: text })
  await user.click(screen.getByRole('button', { name: 'Change email address' }))
  const field = screen.getByLabelText<HTMLInputElement>('New email address')
  await user.type(field, 'nobody{Enter}')
  await screen.findByText(text)
  expect(field.value).toBe('nobody')
})

test.each([
  ['/auth/confirm-email' as const, ConfirmEmailPage, 'Confirm email address', 'Email address changed.'],
  ['/auth/undo-email' as const, UndoEmailPage, 'Undo change', /Your account uses this email address again/],
])('%s is asked with a press, once', async (path, Page, label, done) => {
  const user = renderScreen(<Page token="t1" />)
  const sent = reply('post', path, { prevented: false })
  await user.click(screen.getByRole('button', { name: label }))
  await screen.findByText(done)
  expect(sent.map(({ body }) => body)).toEqual([{ token: 't1' }])
})

test('a change that has not taken effect is prevented, and no email is promised', async () => {
  const user = renderScreen(<UndoEmailPage token="t1" />)
  reply('post', '/auth/undo-email', { prevented: true })
  await user.click(screen.getByRole('button', { name: 'Undo change' }))
  await screen.findByText('The change is cancelled. Your account keeps this email address.')
})

test('an expired link says so', async () => {
  const user = renderScreen(<UndoEmailPage token="t1" />)
  refuse('post', '/auth/undo-email', 410, 'This link is too old or has been used already.')
  await user.click(screen.getByRole('button', { name: 'Undo change' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('too old'))
})
