import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { session } from '@/api/client'
import { signedIn } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { hang, refuse, reply } from '@/testing/server'

import { CompleteRegistrationPage } from './complete-registration-page'
import { ForgotPasswordPage } from './forgot-password-page'
import { JoinPage } from './join-page'
import { ResetPasswordPage } from './reset-password-page'
import { signUpKey } from './sign-up-key'
import { UnlockPage } from './unlock-page'
import { VerifyEmailPage } from './verify-email-page'

const dead = 'This link is too old or has been used already. Please ask for a new one.'
const onItsWay = /^If there is an account with this address, we sent an email to it\./

const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

const oneStep = [
  {
    path: '/auth/verify-email',
    Page: VerifyEmailPage,
    label: 'Confirm email address',
    done: 'Email address confirmed.',
  },
  {
    path: '/auth/unlock',
    Page: UnlockPage,
    label: 'Unlock account',
    done: 'Account unlocked. You can sign in now.',
  },
] as const

test.each(oneStep)(
  '$path: a press uses the link, and says so where the focus goes',
  async ({ path, Page, label, done }) => {
    const user = renderScreen(<Page token="t1" />)
    const sent = reply('post', path, {})
    await user.click(press(label))
    const status = await screen.findByRole('status')
    expect(status.textContent).toBe(done)
    expect(document.activeElement).toBe(status)
    expect(sent.map(({ body }) => body)).toEqual([{ token: 't1' }])
    expect(screen.queryByRole('button', { name: label })).toBeNull()
  },
)

test.each(oneStep)('$path: the button cannot be pressed twice', async ({ path, Page, label }) => {
  const user = renderScreen(<Page token="t1" />)
  hang('post', path)
  await user.click(press(label))
  await waitFor(() => expect(press(label).disabled).toBe(true))
})

test.each(oneStep)('$path: offers to retry if the server does not respond', async ({ path, Page, label, done }) => {
  const user = renderScreen(<Page token="t1" />)
  refuse('post', path, 500, 'Something went wrong on our side.')
  await user.click(press(label))
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong on our side.')
  reply('post', path, {})
  await user.click(press(label))
  expect((await screen.findByRole('status')).textContent).toBe(done)
})

test.each([
  { Page: VerifyEmailPage, button: 'Confirm email address' },
  { Page: UnlockPage, button: 'Unlock account' },
  { Page: ResetPasswordPage, button: 'Change password' },
])('a link without its end says so and asks nothing of the server: $button', ({ Page, button }) => {
  renderScreen(<Page token="" />)
  expect(screen.getByRole('alert').textContent).toMatch(/^This link is incomplete\./)
  expect(screen.queryByRole('button', { name: button })).toBeNull()
})

test('a new account is signed in when its address is confirmed', async () => {
  const done = vi.fn()
  const user = renderScreen(<CompleteRegistrationPage token="t1" onDone={done} />)
  const sent = reply('post', '/auth/complete-registration', signedIn)
  await user.type(screen.getByLabelText('Password'), 'my passphrase')
  await user.click(press('Confirm email address'))
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect(sent.map(({ body }) => body)).toEqual([{ token: 't1', password: 'my passphrase' }])
  expect(session.isSignedIn()).toBe(true)
})

test('a user who came from a provider needs no password in the same browser', async () => {
  const done = vi.fn()
  signUpKey.set('k7')
  const user = renderScreen(<CompleteRegistrationPage token="t1" onDone={done} />)
  const sent = reply('post', '/auth/complete-registration', signedIn)
  await user.click(press('Confirm email address'))
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect(sent.map(({ body }) => body)).toEqual([{ token: 't1', key: 'k7' }])
  expect(signUpKey.get()).toEqual({})
})

test('a wrong password shows an error at its field, and the link can be used again', async () => {
  const user = renderScreen(<CompleteRegistrationPage token="t1" onDone={vi.fn()} />)
  const wrong = 'This is not the password that was chosen with this address.'
  refuse('post', '/auth/complete-registration', 400, wrong, { password: wrong })
  await user.type(screen.getByLabelText('Password'), 'another one{Enter}')
  expect(await screen.findByText(wrong)).toBeTruthy()
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  expect(press('Confirm email address').disabled).toBe(false)
})

test('an expired link to a new account can be sent again', async () => {
  const done = vi.fn()
  const user = renderScreen(<CompleteRegistrationPage token="t1" onDone={done} />)
  refuse('post', '/auth/complete-registration', 410, dead)
  await user.click(press('Confirm email address'))
  expect((await screen.findByRole('alert')).textContent).toBe(dead)
  reply('post', '/auth/resend-verification', {})
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test{Enter}')
  expect((await screen.findByRole('status')).textContent).toMatch(onItsWay)
  expect(done).not.toHaveBeenCalled()
})

test('an expired link to confirm an address can be sent again', async () => {
  const user = renderScreen(<VerifyEmailPage token="t1" />)
  refuse('post', '/auth/verify-email', 410, dead)
  await user.click(press('Confirm email address'))
  expect((await screen.findByRole('alert')).textContent).toBe(dead)
  const sent = reply('post', '/auth/resend-verification', {})
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test{Enter}')
  expect((await screen.findByRole('status')).textContent).toMatch(onItsWay)
  expect(sent[0]?.body).toEqual({ email: 'maya@lectern.test' })
})

test('an expired unlock link shows the other ways to sign in', async () => {
  const user = renderScreen(<UnlockPage token="t1" />)
  refuse('post', '/auth/unlock', 410, dead)
  await user.click(press('Unlock account'))
  expect((await screen.findByRole('alert')).textContent).toBe(dead)
  expect(linkTo('reset it')).toBe('/forgot-password')
  expect(linkTo('Sign in')).toBe('/sign-in')
})

test('a forgotten password does not disclose whether there is an account', async () => {
  const user = renderScreen(<ForgotPasswordPage />)
  const sent = reply('post', '/auth/forgot-password', {})
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test{Enter}')
  const status = await screen.findByRole('status')
  expect(status.textContent).toMatch(onItsWay)
  expect(document.activeElement).toBe(status)
  expect(sent[0]?.body).toEqual({ email: 'maya@lectern.test' })
})

test('too many emails: shows when to retry, and keeps the input', async () => {
  const user = renderScreen(<ForgotPasswordPage />)
  const message = 'That was too often. Please wait 12 minutes, then try again.'
  refuse('post', '/auth/forgot-password', 429, message)
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maya@lectern.test')
})

test('after an easily guessed password, another can be chosen with the same link', async () => {
  const user = renderScreen(<ResetPasswordPage token="t1" />)
  const guessed = 'This password is easily guessed. Three or four unusual words make a good one.'
  refuse('post', '/auth/reset-password', 400, guessed, { new_password: guessed })
  const field = screen.getByLabelText<HTMLInputElement>('New password')
  await user.type(field, 'password12{Enter}')
  await screen.findByText(guessed)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('password12')
  const sent = reply('post', '/auth/reset-password', {})
  await user.type(field, ' kettle orbit{Enter}')
  expect((await screen.findByRole('status')).textContent).toBe('Password changed. Sign in with your new password.')
  expect(sent[0]?.body).toEqual({ token: 't1', new_password: 'password12 kettle orbit' })
  expect(linkTo('Sign in')).toBe('/sign-in')
})

test('an expired link to reset a password leads to a new one', async () => {
  const user = renderScreen(<ResetPasswordPage token="t1" />)
  refuse('post', '/auth/reset-password', 410, dead)
  await user.type(screen.getByLabelText('New password'), 'orbit kettle plum{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(dead)
  expect(linkTo('Request new link')).toBe('/forgot-password')
})

async function join() {
  const done = vi.fn()
  const user = renderScreen(<JoinPage token="t1" onDone={done} />)
  await user.type(screen.getByLabelText('Full name'), 'Maya Osei')
  await user.type(screen.getByLabelText('Password'), 'orbit kettle plum')
  await user.click(press('Create account'))
  return done
}

test('an invitation creates an account, signed in on a known device', async () => {
  const sent = reply('post', '/auth/accept-invitation', { ...signedIn, deviceToken: 'd1' })
  const done = await join()
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect(sent[0]?.body).toEqual({ token: 't1', full_name: 'Maya Osei', password: 'orbit kettle plum' })
  expect(session.isSignedIn()).toBe(true)
  expect(window.localStorage.getItem('lectern.device-token.maya@lectern.test')).toBe('d1')
})

test('if the address has an account by now, the form stays and offers to sign in', async () => {
  const message = 'There is an account with this email address already.'
  refuse('post', '/auth/accept-invitation', 409, message)
  const done = await join()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Maya Osei')
  expect(linkTo('Sign in')).toBe('/sign-in')
  expect(done).not.toHaveBeenCalled()
})

test('an invalid invitation says whom to ask', async () => {
  refuse('post', '/auth/accept-invitation', 410, dead)
  const done = await join()
  expect((await screen.findByRole('alert')).textContent).toBe(dead)
  expect(screen.getByText('Ask the person who invited you to send a new invitation.')).toBeTruthy()
  expect(done).not.toHaveBeenCalled()
  expect(session.isSignedIn()).toBe(false)
})
