// Passkeys offered at the address field of the sign-in page.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { signedIn } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { asked, Key, request, withPasskeys } from './fixtures'
import { PasskeySignIn } from './passkey-sign-in'

const question = { ...request, publicKey: { ...request.publicKey, allowCredentials: [] } }
/** The browser waits for the user until the page aborts. */
const waits = () => {
  asked.mockImplementation(({ signal }) => {
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError')))
    })
  })
}
const conditional = () => asked.mock.calls.map(([options]) => options).filter((o) => o.mediation === 'conditional')
beforeEach(() => {
  asked.mockReset().mockResolvedValue(new Key())
  withPasskeys()
  Object.assign(Key, { isConditionalMediationAvailable: () => Promise.resolve(true) })
})
afterEach(() => {
  Reflect.deleteProperty(Key, 'isConditionalMediationAvailable')
  vi.unstubAllGlobals()
})

test('choosing a passkey there signs in', async () => {
  reply('post', '/auth/passkeys/sign-in-options', question)
  const sent = reply('post', '/auth/passkeys/sign-in', signedIn)
  const entered = vi.fn()
  renderScreen(<PasskeySignIn onSignedIn={entered} />)
  await waitFor(() => expect(entered).toHaveBeenCalledWith(signedIn, expect.anything(), undefined, expect.anything()))
  expect(sent[0]?.body).toMatchObject({ challengeId: 'q1', credential: { id: '_w' } })
  expect(conditional()[0]?.publicKey?.allowCredentials).toEqual([])
})

test('the button replaces the offer, which returns if the button fails', async () => {
  waits()
  reply('post', '/auth/passkeys/sign-in-options', question)
  const user = renderScreen(<PasskeySignIn onSignedIn={vi.fn()} />)
  await waitFor(() => expect(conditional()).toHaveLength(1))
  asked.mockImplementationOnce(({ mediation }) => {
    expect(mediation).toBeUndefined()
    expect(conditional()[0]?.signal?.aborted).toBe(true) // browsers allow one pending request
    return Promise.reject(new DOMException('closed', 'NotAllowedError'))
  })
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  await waitFor(() => expect(conditional()).toHaveLength(2))
  expect(conditional()[1]?.signal?.aborted).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the request is aborted when the page is left', async () => {
  waits()
  reply('post', '/auth/passkeys/sign-in-options', question)
  renderScreen(<PasskeySignIn onSignedIn={vi.fn()} />)
  await waitFor(() => expect(conditional()).toHaveLength(1))
  cleanup()
  expect(conditional()[0]?.signal?.aborted).toBe(true)
})

test('a refused passkey says why and is offered again, with a new challenge', async () => {
  const questions = reply('post', '/auth/passkeys/sign-in-options', question)
  refuse('post', '/auth/passkeys/sign-in', 400, 'This passkey was not accepted. Please try again.')
  asked.mockImplementationOnce(() => Promise.resolve(new Key()))
  waits()
  renderScreen(<PasskeySignIn onSignedIn={vi.fn()} />)
  expect((await screen.findByRole('alert')).textContent).toContain('This passkey was not accepted.')
  await waitFor(() => expect(questions).toHaveLength(2))
})

test('shows nothing if the server does not support passkeys', async () => {
  refuse('post', '/auth/passkeys/sign-in-options', 503, 'Passkeys work where the site has a name.')
  renderScreen(<PasskeySignIn onSignedIn={vi.fn()} />)
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

test('does nothing in a browser without support', async () => {
  Object.assign(Key, { isConditionalMediationAvailable: () => Promise.resolve(false) })
  const questions = reply('post', '/auth/passkeys/sign-in-options', question)
  renderScreen(<PasskeySignIn onSignedIn={vi.fn()} />)
  await new Promise((resolve) => setTimeout(resolve))
  expect(questions).toHaveLength(0)
})
