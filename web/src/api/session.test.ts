import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { server } from '@/testing/server'

import { Session } from './session'

const hour = 3600

/** A session whose server exchanges `r1` for `r2`, `r2` for `r3`, and so on, and refuses used tokens. */
function open() {
  let next = 1
  const refresh = vi.fn(async (token: string) => {
    if (token !== `r${next}`) return undefined
    next += 1
    return { accessToken: `a${next}`, refreshToken: `r${next}`, expiresIn: hour }
  })
  const session = new Session(window.localStorage, refresh, window.sessionStorage)
  session.start({ accessToken: 'a1', refreshToken: 'r1', expiresIn: hour })
  return { session, refresh }
}

/** Responds 401 to any other token. */
function accepts(token: string) {
  const bodies: string[] = []
  server.use(
    http.post('*/thing', async ({ request }) => {
      bodies.push(await request.text())
      return new HttpResponse(null, { status: request.headers.get('Authorization') === `Bearer ${token}` ? 200 : 401 })
    }),
  )
  return bodies
}

const ask = (session: Session) =>
  session.fetch(new Request('http://lectern.test/thing', { method: 'POST', body: 'once' }))

beforeEach(() => {
  vi.useRealTimers()
})

test('sends the current token', async () => {
  const { session, refresh } = open()
  accepts('a1')
  expect((await ask(session)).status).toBe(200)
  expect(refresh).not.toHaveBeenCalled()
})

test('a 401 is retried once with a new token and the same body', async () => {
  const { session } = open()
  const bodies = accepts('a2')
  expect((await ask(session)).status).toBe(200)
  expect(bodies).toEqual(['once', 'once'])
})

test('concurrent failures renew once', async () => {
  const { session, refresh } = open()
  accepts('a2')
  const answers = await Promise.all([ask(session), ask(session), ask(session)])
  expect(answers.map((a) => a.status)).toEqual([200, 200, 200])
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('a token about to expire is renewed before it is sent', async () => {
  const { session, refresh } = open()
  vi.useFakeTimers({ now: Date.now() + (hour - 20) * 1000, toFake: ['Date'] })
  expect(await session.token()).toBe('a2')
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('a refused renewal ends the session and notifies listeners', async () => {
  const { session } = open()
  window.localStorage.setItem('lectern.refresh-token', 'stolen')
  const heard = vi.fn()
  session.subscribe(heard)
  accepts('a2')
  expect((await ask(session)).status).toBe(401)
  expect(session.isSignedIn()).toBe(false)
  expect(heard).toHaveBeenCalled()
  expect(await session.token()).toBeUndefined()
})

test('a server that does not respond does not end the session', async () => {
  const session = new Session(
    window.localStorage,
    () => Promise.reject(new TypeError('Failed to fetch')),
    window.sessionStorage,
  )
  window.localStorage.setItem('lectern.refresh-token', 'r1')
  await expect(session.token()).rejects.toThrow('Failed to fetch')
  expect(session.isSignedIn()).toBe(true)
})

test('a renewal uses the token that another tab has stored', async () => {
  const { session, refresh } = open()
  await refresh('r1') // the other tab
  window.localStorage.setItem('lectern.refresh-token', 'r2')
  expect(await session.renew()).toBe('a3')
})

test('notices that another tab has signed out, and keeps its token if the other tab only renewed', async () => {
  const { session } = open()
  const key = 'lectern.refresh-token'
  session.heard(new StorageEvent('storage', { key, oldValue: 'r1', newValue: 'r2' }))
  expect(await session.token()).toBe('a1')

  const heard = vi.fn()
  session.subscribe(heard)
  window.localStorage.removeItem(key)
  session.heard(new StorageEvent('storage', { key, oldValue: 'r2', newValue: null }))
  expect(heard).toHaveBeenCalledTimes(1)
  expect(await session.token()).toBeUndefined()
})

test('ending returns the token for the server to revoke', () => {
  const { session } = open()
  expect(session.end()).toBe('r1')
  expect(session.isSignedIn()).toBe(false)
})

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

test('impersonates a user in this tab until it is stopped', async () => {
  const { session, refresh } = open()
  session.impersonate({ accessToken: 'as-maya', expiresAt: inAnHour() })
  accepts('as-maya')
  expect((await ask(session)).status).toBe(200)
  session.stopImpersonating()
  accepts('a1')
  expect((await ask(session)).status).toBe(200)
  expect(refresh).not.toHaveBeenCalled()
})

test('impersonation survives a reload, but not another tab, signing out or expiry', async () => {
  const { session, refresh } = open()
  session.impersonate({ accessToken: 'as-maya', expiresAt: inAnHour() })
  const reloaded = new Session(window.localStorage, refresh, window.sessionStorage)
  expect(await reloaded.token()).toBe('as-maya')
  vi.useFakeTimers({ now: Date.now() + 3_600_001, toFake: ['Date'] })
  const heard = vi.fn()
  session.subscribe(heard)
  expect(await session.token()).not.toBe('as-maya')
  expect(heard).toHaveBeenCalled()
  vi.useRealTimers()
  session.impersonate({ accessToken: 'as-maya', expiresAt: inAnHour() })
  session.end()
  expect(await session.token()).toBeUndefined()
})

test('a request refused during an impersonation is not repeated as the administrator', async () => {
  const { session } = open()
  session.impersonate({ accessToken: 'ended', expiresAt: inAnHour() })
  const bodies = accepts('a1')
  expect((await ask(session)).status).toBe(401)
  expect(bodies).toEqual(['once'])
  expect((await ask(session)).status).toBe(200)
})
