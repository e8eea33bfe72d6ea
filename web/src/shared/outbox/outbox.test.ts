import { afterEach, beforeEach, expect, test } from 'vitest'

import { newId } from '@/api/new-id'
import { hang, refuse, reply } from '@/testing/server'

import { Outbox } from './outbox'
import { type OutboxEntry, OutboxStore } from './store'

let name: string
const open: Outbox[] = []

beforeEach(() => {
  name = newId()
})
afterEach(async () => {
  for (const outbox of open.splice(0)) await outbox.close()
})

/** Another page on the same device: a tab, or the same tab after a reload. */
function page(owner = 'maya', locks?: LockManager) {
  const outbox = new Outbox(owner, { store: new OutboxStore(name), locks })
  open.push(outbox)
  return outbox
}

const done = (id: string): OutboxEntry => ({
  kind: 'progress',
  event: { id, courseId: 'c1', lessonId: 'l1', type: 'done', at: '2026-11-20T10:00:00Z' },
})
const watched = (videoId: string, id: string): OutboxEntry => ({
  kind: 'watch',
  videoId,
  event: { id, type: 'watched', at: '2026-11-20T10:00:00Z', from: 0, to: 6 },
})
const accepts = () => reply('post', '/progress/events', { accepted: 1, ignored: [], courses: [] })
const idsOf = (sent: { body: unknown }[]) =>
  sent.map(({ body }) => JSON.stringify(body)).flatMap((text) => [...text.matchAll(/"id":"([^"]+)"/g)].map((m) => m[1]))

test('unsent entries survive a reload and are sent in order', async () => {
  refuse('post', '/progress/events', 503, 'Not just now.')
  await page().record(done('a'))
  await page().record(done('b'))
  expect(await page().waiting()).toBe(2)

  const sent = accepts()
  const again = page()
  await again.flush()
  expect(idsOf(sent)).toEqual(['a', 'b'])
  expect(await again.waiting()).toBe(0)
  await again.flush()
  expect(sent).toHaveLength(1)
})

test('each kind and each video gets its own request', async () => {
  const videos = reply('post', '/video-streaming/{id}/watch-events', { accepted: 1 })
  const lessons = accepts()
  const outbox = page()
  for (const entry of [watched('v1', 'a'), done('b'), watched('v2', 'c'), watched('v1', 'd')]) await outbox.add(entry)
  await outbox.flush()
  expect(videos.map((s) => s.path)).toEqual(['/video-streaming/v1/watch-events', '/video-streaming/v2/watch-events'])
  expect(idsOf(videos)).toEqual(['a', 'd', 'c'])
  expect(idsOf(lessons)).toEqual(['b'])
  expect(await outbox.waiting()).toBe(0)
})

test('many entries are sent in batches', async () => {
  const sent = accepts()
  const outbox = page()
  for (let i = 0; i < 250; i++) await outbox.add(done(String(i)))
  await outbox.flush()
  expect(sent).toHaveLength(3)
  expect(new Set(idsOf(sent)).size).toBe(250)
})

test('a user never sends another user’s entries on the same device', async () => {
  refuse('post', '/progress/events', 401, 'Your session has expired. Please log in again.')
  refuse('post', '/auth/refresh-token', 401, 'Your session has expired. Please log in again.')
  await page('maya').record(done('a'))
  const sent = accepts()
  await page('tomas').flush()
  expect(sent).toHaveLength(0)
  await page('maya').flush()
  expect(idsOf(sent)).toEqual(['a'])
})

test('entries that the server refuses for good are dropped, and others are not affected', async () => {
  refuse('post', '/progress/events', 400, 'An event needs its time')
  const outbox = page()
  await outbox.add(done('a'))
  await outbox.add(done('b'))
  await outbox.flush()
  expect(await outbox.waiting()).toBe(0)
})

test('a tab waits for its turn, and does not resend what another tab has sent', async () => {
  const sent = accepts()
  let turn: Promise<unknown> = Promise.resolve()
  let inside = 0
  let most = 0
  const request = (_name: string, work: () => Promise<void>) => {
    turn = turn.then(async () => {
      most = Math.max(most, ++inside)
      await work()
      inside--
    })
    return turn
  }
  const locks = { request, query: () => Promise.resolve({}) } as LockManager
  const [one, two] = [page('maya', locks), page('maya', locks)]
  await one.add(done('a'))
  await Promise.all([one.flush(), two.flush(), one.flush()])
  expect(idsOf(sent)).toEqual(['a'])
  expect(most).toBe(1)
})

test('entries recorded while a request is in flight are sent too', async () => {
  const outbox = page()
  const sent = accepts()
  await Promise.all([outbox.record(done('a')), outbox.record(done('b')), outbox.record(done('c'))])
  expect(new Set(idsOf(sent))).toEqual(new Set(['a', 'b', 'c']))
})

test('entries are stored while the server does not respond', async () => {
  hang('post', '/progress/events')
  const outbox = page()
  void outbox.record(done('a'))
  await expect.poll(() => page().waiting()).toBe(1)
})
