import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'

import { streamingUrls } from '@/testing/fixtures'
import { server } from '@/testing/server'

import { KeyError, PlaybackAccess } from './access'

const minute = 60_000
const inMinutes = (n: number) => new Date(Date.now() + n * minute).toISOString()

afterEach(() => {
  vi.useRealTimers()
})

/** Access whose server issues tokens t2, t3, … that live an hour; `waits` records the pauses between attempts. */
function open(expiresAt = inMinutes(60)) {
  let n = 1
  const waits: number[] = []
  const renew = vi.fn(async () => {
    n += 1
    return { ...streamingUrls(), token: `t${n}`, expiresAt: inMinutes(60) }
  })
  const wait = async (ms: number) => {
    waits.push(ms)
  }
  return { access: new PlaybackAccess({ first: { ...streamingUrls(), expiresAt }, renew, wait }), renew, waits }
}

/** The key route: responds with the statuses in turn, then with 32 bytes; returns the tokens that it received. */
function keys(...statuses: (number | 'cut')[]) {
  const tokens: (string | null)[] = []
  server.use(
    http.get('*/keys/:epoch', ({ request }) => {
      tokens.push(request.headers.get('X-Play-Token'))
      const status = statuses.shift() ?? 200
      if (status === 'cut') return HttpResponse.error()
      return new HttpResponse(status === 200 ? new Uint8Array(32) : null, { status })
    }),
  )
  return tokens
}

test('a token is kept while it is valid and replaced before it expires', async () => {
  const { access, renew } = open(inMinutes(6))
  expect(await access.token()).toBe('t1')
  vi.useFakeTimers({ now: Date.now() + 2 * minute, toFake: ['Date'] })
  expect(await Promise.all([access.token(), access.token()])).toEqual(['t2', 't2'])
  expect(renew).toHaveBeenCalledTimes(1)
})

test('a failed renewal does no harm while the token is valid', async () => {
  const { access, renew } = open(inMinutes(2))
  renew.mockRejectedValueOnce(new Error('offline'))
  expect(await access.token()).toBe('t1')
  expect(await access.token()).toBe('t2')
})

test('an expired token that cannot be replaced is an error', async () => {
  const { access, renew } = open(inMinutes(-1))
  renew.mockRejectedValueOnce(new Error('offline'))
  await expect(access.token()).rejects.toThrow('offline')
})

test('one request for each key', async () => {
  const { access } = open()
  const tokens = keys()
  const [a, b] = await Promise.all([access.key(0), access.key(0)])
  expect(a).toBe(b)
  await access.key(1)
  expect(tokens).toEqual(['t1', 't1'])
})

test('a refused key is requested again with a new token', async () => {
  const { access } = open()
  const tokens = keys(401)
  await access.key(0)
  expect(tokens).toEqual(['t1', 't2'])
})

test('over a bad connection a key is requested four times, with increasing delays', async () => {
  const { access, waits } = open()
  const tokens = keys('cut', 503, 'cut')
  await access.key(0)
  expect(tokens).toHaveLength(4)
  expect(waits).toEqual([500, 1000, 2000])
})

test.each([
  [[503, 503, 503, 503], 503, 4],
  [['cut', 'cut', 'cut', 'cut'] as const, 0, 4],
  [[404], 404, 1],
  [[403, 403, 403, 403], 403, 4],
])('after %j the key is given up with status %d', async (statuses, status, attempts) => {
  const { access } = open()
  const tokens = keys(...statuses)
  await expect(access.key(0)).rejects.toEqual(new KeyError(status))
  expect(tokens).toHaveLength(attempts)
})

test('a key that failed can be requested again later', async () => {
  const { access } = open()
  keys(404)
  await expect(access.key(0)).rejects.toThrow('refused')
  expect(await access.key(0)).toMatchObject({ type: 'secret' })
})
