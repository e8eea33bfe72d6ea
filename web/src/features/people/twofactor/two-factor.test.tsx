import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { nothingSetUp, signedIn } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { Enrolment } from './enrolment'
import { asked, Key, request, withPasskeys } from './fixtures'
import { PolicyPage } from './policy-page'
import { ReauthenticationProvider } from './reauthentication'
import { SecondStep } from './second-step'
import { TwoFactorSection } from './two-factor-section'

const step: Schema<'SecondStep'> = {
  twoFactorRequired: true,
  enrolmentRequired: false,
  challengeToken: 'c1',
  methods: ['totp', 'recovery_code'],
  expiresIn: 300,
}
const setup: Schema<'AuthenticatorSetup'> = {
  secret: 'ABCDEFGHIJKLMNOP',
  uri: 'otpauth://totp/Lectern:maya@lectern.test',
  qr: 'data:image/png;base64,iVBORw0KGgo=',
}
const recoveryCodes = ['aaaaa-11111', 'bbbbb-22222']

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('a code of the app signs in', async () => {
  const entered = vi.fn()
  const user = renderScreen(<SecondStep step={step} onSignedIn={entered} onBack={vi.fn()} />)
  const box = screen.getByLabelText('Code')
  expect(document.activeElement).toBe(box)
  expect(box.getAttribute('autocomplete')).toBe('one-time-code')
  const sent = reply('post', '/auth/two-factor/verify', signedIn)
  await user.type(box, '123456{Enter}')
  await waitFor(() => expect(entered).toHaveBeenCalledWith(signedIn))
  expect(sent[0]?.body).toEqual({ challengeToken: 'c1', method: 'totp', code: '123456' })
})

test('a wrong code shows an error at its field, with the attempts left, and is kept', async () => {
  const entered = vi.fn()
  const user = renderScreen(<SecondStep step={step} onSignedIn={entered} onBack={vi.fn()} />)
  refuse('post', '/auth/two-factor/verify', 400, 'x', { code: 'This code is not right.' }, { attempts_remaining: 2 })
  await user.type(screen.getByLabelText('Code'), '000000{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('2 attempts left. After that, you have to wait.')
  expect(screen.getByText('This code is not right.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('000000')
  expect(entered).not.toHaveBeenCalled()
})

test('a recovery code can be used instead, and signing in can start over', async () => {
  const back = vi.fn()
  const user = renderScreen(<SecondStep step={step} onSignedIn={vi.fn()} onBack={back} />)
  await user.click(button('Use a recovery code instead'))
  const sent = reply('post', '/auth/two-factor/verify', signedIn)
  await user.type(screen.getByLabelText('Recovery code'), 'aaaaa-11111{Enter}')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ method: 'recovery_code', code: 'aaaaa-11111' }))
  await user.click(button('Use a different account'))
  expect(back).toHaveBeenCalled()
})

test('a browser without passkeys says so if nothing else is set up', () => {
  renderScreen(<SecondStep step={{ ...step, methods: ['passkey'] }} onSignedIn={vi.fn()} onBack={vi.fn()} />)
  expect(screen.getByText(/Your passkey doesn't work here/)).toBeTruthy()
})

test('a user who must have a second factor sets it up, saves the codes and continues', async () => {
  const entered = vi.fn()
  const begun = reply('post', '/auth/two-factor/enrol', setup)
  const user = renderScreen(<Enrolment step={{ ...step, enrolmentRequired: true, methods: [] }} onSignedIn={entered} />)
  const sent = reply('post', '/auth/two-factor/enrol/confirm', { session: signedIn, recoveryCodes })
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('aaaaa-11111')).toBeTruthy()
  expect(begun[0]?.body).toEqual({ challengeToken: 'c1' })
  expect(sent[0]?.body).toEqual({ challengeToken: 'c1', code: '123456' })
  expect(button('Continue').disabled).toBe(true)
  await user.click(button("I've saved them"))
  await user.click(button('Continue'))
  expect(entered).toHaveBeenCalledWith(signedIn)
})

const section = () =>
  renderScreen(
    <ReauthenticationProvider>
      <TwoFactorSection />
    </ReauthenticationProvider>,
  )

test('sets up an authenticator app and shows recovery codes once', async () => {
  reply('get', '/auth/two-factor', nothingSetUp)
  const user = section()
  reply('post', '/auth/two-factor/authenticator', setup)
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByAltText('QR code for your authenticator app')).toBeTruthy()
  expect(within(dialog).getByText('ABCD EFGH IJKL MNOP')).toBeTruthy()
  const sent = reply('post', '/auth/two-factor/authenticator/confirm', { recoveryCodes })
  reply('get', '/auth/two-factor', { ...nothingSetUp, authenticator: new Date().toISOString(), recoveryCodesLeft: 10 })
  await user.type(within(dialog).getByLabelText('Code'), '123456{Enter}')
  expect(await screen.findByText('bbbbb-22222')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ code: '123456' })
  expect(button('Done').disabled).toBe(true)
  await user.click(button("I've saved them"))
  await user.click(button('Done'))
  await waitFor(() => expect(screen.queryByText('bbbbb-22222')).toBeNull())
  expect(await screen.findByText('10 codes left. Each works once.')).toBeTruthy()
})

const passkey: Schema<'Passkey'> = {
  id: 'p1',
  name: 'Laptop',
  created_at: new Date().toISOString(),
  last_used_at: null,
}

test('an action that needs a recent proof of identity runs once the user has given it', async () => {
  reply('get', '/auth/two-factor', { ...nothingSetUp, passkeys: [passkey], recoveryCodesLeft: 10 })
  const user = section()
  refuse(
    'delete',
    '/auth/passkeys/{id}',
    403,
    'Please confirm first that it is you.',
    {},
    undefined,
    'confirm_identity',
  )
  await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
  await user.click(button('Remove'))
  const password = await screen.findByLabelText('Your password')
  refuse('post', '/auth/confirm-identity', 400, 'x', { password: 'This is not your password' })
  await user.type(password, 'nope{Enter}')
  expect(await screen.findByText('This is not your password')).toBeTruthy()
  const proven = reply('post', '/auth/confirm-identity', {})
  const removed = reply('delete', '/auth/passkeys/{id}', {})
  await user.clear(password)
  await user.type(password, 'lectern-demo{Enter}')
  await waitFor(() => expect(removed.map(({ path }) => path)).toEqual(['/auth/passkeys/p1']))
  expect(proven[0]?.body).toEqual({ password: 'lectern-demo' })
})

test.each([
  ['who has neither a password nor an app signs in again', {}, /Sign out and in again/],
  ['who has an app and no password is asked for its code', { authenticator: passkey.created_at }, /Code from your/],
])('%s', async (_, has, asked) => {
  reply('get', '/auth/two-factor', { ...nothingSetUp, hasPassword: false, passkeys: [passkey], ...has })
  const user = section()
  refuse('delete', '/auth/passkeys/{id}', 403, 'Please confirm first.', {}, undefined, 'confirm_identity')
  await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }))
  await dialog.findByText(asked)
  expect(dialog.queryByLabelText('Your password')).toBeNull()
  expect(dialog.queryByRole('button', { name: /password/ })).toBeNull()
})

test('cancelling changes nothing', async () => {
  reply('get', '/auth/two-factor', { ...nothingSetUp, passkeys: [passkey], recoveryCodesLeft: 10 })
  const user = section()
  refuse(
    'delete',
    '/auth/passkeys/{id}',
    403,
    'Please confirm first that it is you.',
    {},
    undefined,
    'confirm_identity',
  )
  await user.click(await screen.findByRole('button', { name: 'Remove Laptop' }))
  await user.click(button('Remove'))
  const dialog = (await screen.findByLabelText('Your password')).closest('form')
  if (!dialog) throw new Error('no form')
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('Please confirm first that it is you.')).toBeTruthy()
})

const policy: Schema<'TwoFactorPolicyView'> = {
  roles: [],
  people: [
    { role: 'student', total: 3, withFactor: 1 },
    { role: 'instructor', total: 0, withFactor: 0 },
    { role: 'corporate', total: 0, withFactor: 0 },
    { role: 'admin', total: 1, withFactor: 1 },
  ],
}

test('an administrator chooses which roles need a second factor, and sees who is affected', async () => {
  reply('get', '/auth/two-factor-policy', policy)
  const user = renderScreen(<PolicyPage />)
  const sent = reply('put', '/auth/two-factor-policy', { ...policy, roles: ['student'] })
  await user.click(await screen.findByLabelText('Student'))
  expect(screen.getByText(/2 users with these roles haven't set it up/)).toBeTruthy()
  await user.click(button('Save changes'))
  await waitFor(() => expect(sent[0]?.body).toEqual({ roles: ['student'] }))
})

test('a policy that would lock out its author shows the server error', async () => {
  reply('get', '/auth/two-factor-policy', policy)
  const user = renderScreen(<PolicyPage />)
  refuse('put', '/auth/two-factor-policy', 409, 'Set one up first.')
  await user.click(await screen.findByLabelText('Administrator'))
  await user.click(button('Save changes'))
  expect((await screen.findByRole('alert')).textContent).toContain('Set one up first.')
})

beforeEach(() => {
  asked.mockReset().mockResolvedValue(new Key())
})
afterEach(() => vi.unstubAllGlobals())

test('a passkey takes the second step', async () => {
  withPasskeys()
  const entered = vi.fn()
  const user = renderScreen(
    <SecondStep step={{ ...step, methods: ['passkey'] }} onSignedIn={entered} onBack={vi.fn()} />,
  )
  reply('post', '/auth/two-factor/passkey-options', request)
  const sent = reply('post', '/auth/two-factor/verify', signedIn)
  await user.click(button('Use a passkey'))
  await waitFor(() => expect(entered).toHaveBeenCalledWith(signedIn))
  const challenge = asked.mock.calls[0]?.[0].publicKey?.challenge
  expect(challenge instanceof ArrayBuffer && [...new Uint8Array(challenge)]).toEqual([251, 255])
  const response = { clientDataJSON: 'AQI', authenticatorData: 'Aw', signature: '__79' }
  const credential = { id: '_w', rawId: '_w', type: 'public-key', response }
  expect(sent[0]?.body).toEqual({ challengeToken: 'c1', method: 'passkey', passkey: { challengeId: 'q1', credential } })
})

test('closing the browser’s dialog is not a failure', async () => {
  withPasskeys()
  asked.mockRejectedValue(Object.assign(new Error('closed'), { name: 'NotAllowedError' }))
  const entered = vi.fn()
  const user = renderScreen(
    <SecondStep step={{ ...step, methods: ['passkey'] }} onSignedIn={entered} onBack={vi.fn()} />,
  )
  reply('post', '/auth/two-factor/passkey-options', request)
  await user.click(button('Use a passkey'))
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.queryByRole('alert')).toBeNull()
  expect(entered).not.toHaveBeenCalled()
})
