import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import { server } from '@/testing/server'

import { field, listen } from './events'

const stream = (...chunks: string[]) =>
  new HttpResponse(
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk))
        controller.close()
      },
    }),
    { headers: { 'Content-Type': 'text/event-stream' } },
  )

test('an event split over chunks is reassembled, a comment is not an event', async () => {
  server.use(
    http.get('*/api/v1/things/events', () =>
      stream(': hello\n\nevent: status\nda', 'ta: {"n":', '1}\n\ndata: {"n":2}\r\n\r\n'),
    ),
  )
  const stop = new AbortController()
  const seen: unknown[] = []
  const done = listen(
    '/things/events',
    (data) => {
      seen.push(data)
      if (seen.length === 2) stop.abort()
    },
    stop.signal,
  )
  await done
  expect(seen).toEqual([{ n: 1 }, { n: 2 }])
})

test('a refused stream is not requested again', async () => {
  const asked = vi.fn(() => new HttpResponse(null, { status: 404 }))
  server.use(http.get('*/api/v1/things/events', asked))
  await listen('/things/events', () => {}, new AbortController().signal)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('data lines of one event are joined', () => {
  expect(field('id: 7\ndata: one\ndata:two', 'data')).toBe('one\ntwo')
  expect(field('id: 7\ndata: one', 'id')).toBe('7')
  expect(field(': comment', 'data')).toBe('')
})

test('reconnecting resumes after the last event, and backs off while there are none', async () => {
  vi.useFakeTimers()
  const asked: { at: number; last: string | null }[] = []
  const begun = Date.now()
  server.use(
    http.get('*/api/v1/things/events', ({ request }) => {
      asked.push({ at: Date.now() - begun, last: request.headers.get('Last-Event-ID') })
      return asked.length === 2 ? stream('id: 7\nevent: thing\ndata: 1\n\n') : new HttpResponse(null, { status: 503 })
    }),
  )
  const stop = new AbortController()
  const seen: unknown[] = []
  const done = listen('/things/events', (data, name) => seen.push([name, data]), stop.signal)
  while (asked.length < 5) await vi.advanceTimersByTimeAsync(100)
  stop.abort()
  await done
  vi.useRealTimers()
  expect(seen).toEqual([['thing', 1]])
  expect(asked.map(({ last }) => last)).toEqual([null, null, '7', '7', '7'])
  const waits = asked.slice(1).map(({ at }, i) => at - (asked[i]?.at ?? 0))
  const about = [3000, 3000, 6000, 12_000] // the event has reset the delay
  for (const [i, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual((about[i] ?? 0) * 0.75)
    expect(wait).toBeLessThanOrEqual((about[i] ?? 0) * 1.25 + 500)
  }
})
