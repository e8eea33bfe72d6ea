import { expect, test } from 'vitest'

import { hang, refuse, reply } from '@/testing/server'

import type { WatchEvent } from './watch-log'
import { WatchQueue } from './watch-queue'

const storage = window.localStorage
const event = (id: string): WatchEvent => ({ id, type: 'watched', at: '2026-11-20T10:00:00Z', from: 0, to: 6 })
const waiting = () => JSON.parse(storage.getItem('lectern.watch-events') ?? '[]').length

test('sends what waits, each video for itself', async () => {
  const queue = new WatchQueue(storage)
  const sent = reply('post', '/video-streaming/{id}/watch-events', { accepted: 1 })
  queue.add('v1', event('a'))
  queue.add('v2', event('b'))
  queue.add('v1', event('c'))
  await queue.flush()
  expect(sent.map((s) => [s.path, s.body])).toEqual([
    ['/video-streaming/v1/watch-events', { events: [event('a'), event('c')] }],
    ['/video-streaming/v2/watch-events', { events: [event('b')] }],
  ])
  expect(waiting()).toBe(0)
})

test('what could not be sent waits, through a reload too', async () => {
  refuse('post', '/video-streaming/{id}/watch-events', 503, 'Not just now.')
  new WatchQueue(storage).add('v1', event('a'))
  await new WatchQueue(storage).flush()
  expect(waiting()).toBe(1)

  const sent = reply('post', '/video-streaming/{id}/watch-events', { accepted: 1 })
  await new WatchQueue(storage).flush()
  expect(sent).toHaveLength(1)
  expect(waiting()).toBe(0)
})

test('what the server will never take is let go', async () => {
  refuse('post', '/video-streaming/{id}/watch-events', 404, 'There is no such video.')
  const queue = new WatchQueue(storage)
  queue.add('gone', event('a'))
  await queue.flush()
  expect(waiting()).toBe(0)
})

test('a large heap goes in batches', async () => {
  const queue = new WatchQueue(storage)
  const sent = reply('post', '/video-streaming/{id}/watch-events', { accepted: 100 })
  for (let i = 0; i < 250; i++) queue.add('v1', event(String(i)))
  await queue.flush()
  expect(sent).toHaveLength(3)
})

test('two flushes at once send once', () => {
  hang('post', '/video-streaming/{id}/watch-events')
  const queue = new WatchQueue(storage)
  queue.add('v1', event('a'))
  expect(queue.flush()).toBe(queue.flush())
})

test('the oldest go when too many wait', () => {
  const queue = new WatchQueue(storage)
  for (let i = 0; i < 510; i++) queue.add('v1', event(String(i)))
  expect(waiting()).toBe(500)
  expect(storage.getItem('lectern.watch-events')).not.toContain('"id":"9"')
})

test('a damaged store is no error', async () => {
  storage.setItem('lectern.watch-events', '[{"videoId":')
  await new WatchQueue(storage).flush()
  new WatchQueue(storage).add('v1', event('a'))
  expect(waiting()).toBe(1)
})
