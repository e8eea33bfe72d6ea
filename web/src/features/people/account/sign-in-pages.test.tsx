import { act, screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'

import { session } from '@/api/client'
import { signedIn } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { hang, refuse, reply } from '@/testing/server'

import { RegisterPage } from './register-page'
import { SetupPage } from './setup-page'
import { SignInPage } from './sign-in-page'

test('signs in and continues', async () => {
  const done = vi.fn()
  const user = renderScreen(<SignInPage onDone={done} />)
  const sent = reply('post', '/auth/login', signedIn)
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test')
  await user.type(screen.getByLabelText('Password'), 'lectern-demo{Enter}')
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect(sent[0]?.body).toEqual({ email: 'maya@lectern.test', password: 'lectern-demo' })
  expect(session.isSignedIn()).toBe(true)
})

test('a wrong password shows an error that takes the focus, and keeps the input', async () => {
  const done = vi.fn()
  const user = renderScreen(<SignInPage onDone={done} />)
  refuse('post', '/auth/login', 401, 'The email address or the password is wrong.')
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test')
  await user.type(screen.getByLabelText('Password'), 'nope')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('The email address or the password is wrong.')
  expect(document.activeElement).toBe(alert)
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('nope')
  expect(done).not.toHaveBeenCalled()
  expect(session.isSignedIn()).toBe(false)
})

const signInAsMaya = async (user: UserEvent) => {
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test')
  await user.type(screen.getByLabelText('Password'), 'orbit kettle plum{Enter}')
}

const register = async (user: UserEvent) => {
  await user.type(screen.getByLabelText('Full name'), 'Maya Osei')
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test')
  await user.type(screen.getByLabelText('Password'), 'orbit kettle plum{Enter}')
}

test('an empty form is not sent: its fields say why, and the first one has the focus', async () => {
  const user = renderScreen(<SignInPage onDone={vi.fn()} />)
  const sent = reply('post', '/auth/login', signedIn)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await screen.findByText('Please enter your email address')
  const email = screen.getByLabelText('Email')
  expect(email.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(email)
  screen.getByText('Please enter your password')
  expect(sent).toHaveLength(0)
})

test('a wrong password shows how many attempts are left', async () => {
  const user = renderScreen(<SignInPage onDone={vi.fn()} />)
  refuse('post', '/auth/login', 401, 'The password is not right.', {}, { attempts_remaining: 1 })
  await signInAsMaya(user)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The password is not right.1 attempt left. After that, you have to wait.',
  )
})

const lock = (remaining_seconds: number | null) => ({
  message: 'Locked.',
  lockout_info: { reason: 'failed_login_attempts', failed_attempts: 3, risk: 'medium', remaining_seconds },
  attempts_remaining: 0,
})

test('a lockout shows how long it lasts, and keeps the input', async () => {
  const user = renderScreen(<SignInPage onDone={vi.fn()} />)
  const message = 'Too many failed attempts. Please try again in 5 minutes.'
  refuse('post', '/auth/login', 423, message, {}, lock(300))
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test')
  await user.type(screen.getByLabelText('Password'), 'nope{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(message)
  expect(alert.textContent).toContain('You can try again at ')
  expect(screen.getByRole('timer').textContent).toMatch(/^(5:00|4:5\d)$/)
  expect(document.activeElement).toBe(alert)
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maya@lectern.test')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('nope')
})

test.each([
  ['a lock without an end', 423, 'Your account has been locked by an administrator.', lock(null)],
  ['too many attempts', 429, 'That was too often. Please wait 4 minutes, then try again.', undefined],
])('%s says what to do and counts nothing', async (_, status, message, error) => {
  const user = renderScreen(<SignInPage onDone={vi.fn()} />)
  refuse('post', '/auth/login', status, message, {}, error)
  await signInAsMaya(user)
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('a device is recognized by the token of its last sign-in, for that account alone', async () => {
  const user = renderScreen(<SignInPage onDone={vi.fn()} />)
  const sent = reply('post', '/auth/login', { ...signedIn, deviceToken: 'd1' })
  const email = screen.getByLabelText('Email')
  const password = screen.getByLabelText('Password')
  await user.type(password, 'bees')
  const signIn = async (address: string, times: number) => {
    await user.clear(email)
    await user.type(email, address)
    await user.type(password, '{Enter}')
    await waitFor(() => expect(sent.length).toBe(times))
  }
  await signIn('maya@lectern.test', 1)
  await waitFor(() => expect(session.isSignedIn()).toBe(true))
  await signIn('Maya@Lectern.test', 2)
  await signIn('ben@lectern.test', 3)
  expect(sent.map(({ body }) => body)).toEqual([
    { email: 'maya@lectern.test', password: 'bees' },
    { email: 'Maya@Lectern.test', password: 'bees', deviceToken: 'd1' },
    { email: 'ben@lectern.test', password: 'bees' },
  ])
})

test('a form cannot be submitted twice at once', async () => {
  const user = renderScreen(<SignInPage onDone={vi.fn()} />)
  hang('post', '/auth/login')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' })
  await signInAsMaya(user)
  await waitFor(() => expect(button.disabled).toBe(true))
})

test('server errors of a new account show at their fields', async () => {
  const user = renderScreen(<RegisterPage onDone={vi.fn()} />)
  refuse('post', '/auth/register', 400, 'Your password must have at least 10 characters', {
    password: 'Your password must have at least 10 characters',
  })
  await user.type(screen.getByLabelText('Full name'), 'Maya Osei')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText('Your password must have at least 10 characters')
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('Check the fields marked below.')
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Maya Osei')
})

test('a new account waits for its email, which can be sent again, or to another address', async () => {
  const done = vi.fn()
  const user = renderScreen(<RegisterPage onDone={done} />)
  const sent = reply('post', '/auth/register', {})
  await user.type(screen.getByLabelText('Full name'), 'Maya Osei')
  await user.type(screen.getByLabelText('Email'), 'maya@lectern.test')
  await user.type(screen.getByLabelText('Password'), 'lectern-demo')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  const status = await screen.findByRole('status')
  expect(status.textContent).toBe('We sent a link to maya@lectern.test. Open it to finish setting up your account.')
  expect(document.activeElement).toBe(status)
  expect(sent[0]?.body).toEqual({ full_name: 'Maya Osei', email: 'maya@lectern.test', password: 'lectern-demo' })

  refuse('post', '/auth/resend-verification', 429, 'That was too often. Please wait a minute, then try again.')
  await user.click(screen.getByRole('button', { name: 'Resend email' }))
  expect((await screen.findByRole('alert')).textContent).toContain('too often')
  const again = reply('post', '/auth/resend-verification', {})
  await user.click(screen.getByRole('button', { name: 'Resend email' }))
  await screen.findByText(/^We sent another link to maya@lectern.test/)
  expect(again[0]?.body).toEqual({ email: 'maya@lectern.test' })
  expect(session.isSignedIn()).toBe(false)

  await user.click(screen.getByRole('button', { name: 'Use a different email address' }))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('')
  expect(done).not.toHaveBeenCalled()
})

test('an address verified in another tab continues in this one', async () => {
  const done = vi.fn()
  const user = renderScreen(<RegisterPage onDone={done} />)
  reply('post', '/auth/register', {})
  await register(user)
  await screen.findByRole('status')
  expect(done).not.toHaveBeenCalled()
  act(() => session.start(signedIn))
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
})

test('a user who wants to teach applies for it, and errors show at their fields', async () => {
  const done = vi.fn()
  const user = renderScreen(<RegisterPage onDone={done} />)
  expect(screen.queryByRole('textbox', { name: /teach/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Teach' }))
  const sent = reply('post', '/auth/register', {})
  await register(user)
  const about = screen.getByLabelText('What would you like to teach?')
  await waitFor(() => expect(about.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByRole('alert').textContent).toBe('Check the fields marked below.')
  await user.type(about, 'Bees')
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByRole('status')
  act(() => session.start(signedIn))
  await waitFor(() => expect(done).toHaveBeenCalledWith(true))
  expect(sent.map(({ body }) => body)).toEqual([
    {
      full_name: 'Maya Osei',
      email: 'maya@lectern.test',
      password: 'orbit kettle plum',
      application: { role: 'instructor', about: 'Bees' },
    },
  ])
})

test('the first administrator enters the code from the console', async () => {
  reply('get', '/setup', { needed: true })
  const done = vi.fn()
  const user = renderScreen(<SetupPage onDone={done} />)
  const sent = reply('post', '/setup', signedIn)
  await user.type(await screen.findByLabelText('Setup code'), 'K7QX')
  await user.type(screen.getByLabelText('Full name'), 'Ada')
  await user.type(screen.getByLabelText('Email'), 'ada@lectern.test')
  await user.type(screen.getByLabelText('Password'), 'long-enough-1')
  await user.click(screen.getByRole('button', { name: 'Create administrator' }))
  await waitFor(() => expect(done).toHaveBeenCalledTimes(1))
  expect(sent[0]?.body).toEqual({
    code: 'K7QX',
    full_name: 'Ada',
    email: 'ada@lectern.test',
    password: 'long-enough-1',
  })
})

test('if there is an administrator, there is nothing to set up', async () => {
  reply('get', '/setup', { needed: false })
  renderScreen(<SetupPage onDone={vi.fn()} />)
  await screen.findByText('This installation is already set up.')
  expect(screen.queryByRole('form')).toBeNull()
})
