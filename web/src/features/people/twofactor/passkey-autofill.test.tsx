// What the browser offers at the address field of the sign-in page.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { signedIn } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { asked, Key, request, withPasskeys } from './fixtures'
import { PasskeySignIn } from './passkey-sign-in'

const question = { ...request, publicKey: { ...request.publicKey, allowCredentials: [] } }
/** The browser waits for the person until the page gives up. */
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

test('a passkey that is chosen there signs in', async () => {
  reply('post', '/auth/passkeys/sign-in-options', question)
  const sent = reply('post', '/auth/passkeys/sign-in', signedIn)
  const entered = vi.fn()
  renderScreen(<PasskeySignIn onSignedIn={entered} />)
  await waitFor(() => expect(entered).toHaveBeenCalledWith(signedIn, expect.anything(), undefined, expect.anything()))
  expect(sent[0]?.body).toMatchObject({ challengeId: 'q1', credential: { id: '_w' } })
  expect(conditional()[0]?.publicKey?.allowCredentials).toEqual([])
})

test('the button takes its place, and it comes back when that was for nothing', async () => {
  waits()
  reply('post', '/auth/passkeys/sign-in-options', question)
  const user = renderScreen(<PasskeySignIn onSignedIn={vi.fn()} />)
  await waitFor(() => expect(conditional()).toHaveLength(1))
  asked.mockImplementationOnce(({ mediation }) => {
    expect(mediation).toBeUndefined()
    expect(conditional()[0]?.signal?.aborted).toBe(true) // browsers wait for one at a time
    return Promise.reject(new DOMException('closed', 'NotAllowedError'))
  })
  await user.click(screen.getByRole('button', { name: 'Use a passkey' }))
  await waitFor(() => expect(conditional()).toHaveLength(2))
  expect(conditional()[1]?.signal?.aborted).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('it ends with the page', async () => {
  waits()
  reply('post', '/auth/passkeys/sign-in-options', question)
  renderScreen(<PasskeySignIn onSignedIn={vi.fn()} />)
  await waitFor(() => expect(conditional()).toHaveLength(1))
  cleanup()
  expect(conditional()[0]?.signal?.aborted).toBe(true)
})

test('a passkey that is refused says why and is offered again, with another question', async () => {
  const questions = reply('post', '/auth/passkeys/sign-in-options', question)
  refuse('post', '/auth/passkeys/sign-in', 400, 'This passkey was not accepted. Please try again.')
  asked.mockImplementationOnce(() => Promise.resolve(new Key()))
  waits()
  renderScreen(<PasskeySignIn onSignedIn={vi.fn()} />)
  expect((await screen.findByRole('alert')).textContent).toContain('This passkey was not accepted.')
  await waitFor(() => expect(questions).toHaveLength(2))
})

test('where the server has no passkeys nothing shows', async () => {
  refuse('post', '/auth/passkeys/sign-in-options', 503, 'Passkeys work where the site has a name.')
  renderScreen(<PasskeySignIn onSignedIn={vi.fn()} />)
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})

test('a browser that cannot do it is not asked', async () => {
  Object.assign(Key, { isConditionalMediationAvailable: () => Promise.resolve(false) })
  const questions = reply('post', '/auth/passkeys/sign-in-options', question)
  renderScreen(<PasskeySignIn onSignedIn={vi.fn()} />)
  await new Promise((resolve) => setTimeout(resolve))
  expect(questions).toHaveLength(0)
})
