import { expect, test } from 'vitest'

import { withIdempotencyKeys } from './idempotency-keys'

/** Sends requests one after the other, each answered with the status, or not at all with 0, and returns their keys. */
async function keysOf(...requests: [request: Request, status: number][]) {
  const keys: (string | null)[] = []
  let status = 0
  const send = withIdempotencyKeys(async (request) => {
    keys.push(request.headers.get('Idempotency-Key'))
    if (status === 0) throw new TypeError('the connection is gone')
    return new Response(null, { status })
  })
  for (const [request, answer] of requests) {
    status = answer
    await send(request).catch(() => {})
  }
  return keys
}

const post = (title: string, init: RequestInit = {}) =>
  new Request('https://lectern.test/api/v1/courses/create', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title }),
    ...init,
  })

test('a request keeps its key until its outcome is known; any other has its own', async () => {
  const [lost, unavailable, inProgress, succeeded, refused, meantAgain, other] = await keysOf(
    [post('Bees'), 0],
    [post('Bees'), 503],
    [post('Bees'), 409],
    [post('Bees'), 201],
    [post('Bees'), 400],
    [post('Bees'), 201],
    [post('Wasps'), 201],
  )
  expect(lost).toMatch(/^[0-9a-f-]{36}$/)
  expect([unavailable, inProgress, succeeded]).toEqual([lost, lost, lost])
  expect(new Set([lost, refused, meantAgain, other]).size).toBe(4)
})

test('two presses at the same time share a key', async () => {
  const keys: (string | null)[] = []
  let answer = (_: Response) => {}
  const answered = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const send = withIdempotencyKeys((request) => {
    keys.push(request.headers.get('Idempotency-Key'))
    return answered
  })
  const both = [send(post('Bees')), send(post('Bees'))]
  answer(new Response())
  await Promise.all(both)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('the same change of another version is another request', async () => {
  const over = (version: string) =>
    post('Bees', { headers: { 'Content-Type': 'application/json', 'If-Match': version } })
  const [first, second] = await keysOf([over('"v1-"'), 0], [over('"v2-"'), 0])
  expect(first).not.toBe(second)
})

test('reads, files and the last requests of a closing page have none, and are sent as they are', async () => {
  const url = 'https://lectern.test/api/v1/question-banks/b1/import'
  const file = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' }
  const bytes = { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: 'PDF' }
  const keys = await keysOf(
    [new Request(url), 200],
    [new Request(url, file), 200],
    [new Request(url, bytes), 200],
    [Object.defineProperty(post('Bees'), 'keepalive', { value: true }), 200], // jsdom does not know the option
  )
  expect(keys).toEqual([null, null, null, null])
})
