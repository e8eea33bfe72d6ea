import { expect, test, vi } from 'vitest'

import { UploadQueue } from './queue'
import { MemoryStorage } from './testing/memory-storage'
import { PartServer } from './testing/part-server'
import { patternFile } from './testing/scripted-server'
import type { UploadItem } from './types'

const course = { courseId: 'course-1' }
const file = (name: string, lastModified = 1) => patternFile({ name, size: 25 }, lastModified)

function setUp({ server = new PartServer({ parts: 3 }), storage = new MemoryStorage(), owner = 'teacher' } = {}) {
  const clock = { now: 1_000_000 }
  const queue = new UploadQueue({
    baseUrl: '/api/v1',
    authorize: async () => ({ Authorization: 'Bearer token' }),
    transport: server.transport,
    owner,
    storage,
    now: () => clock.now,
    sleep: async () => {},
  })
  const item = (id: string | undefined): UploadItem => {
    const found = queue.getSnapshot().items.find((one) => one.id === id)
    if (!found) throw new Error(`no item ${id}`)
    return found
  }
  const until = (id: string | undefined, status: UploadItem['status']) =>
    vi.waitFor(() => expect(item(id).status).toBe(status), { interval: 5 })
  return { server, storage, clock, queue, item, until }
}

test('three files at a time, the next when one is done', async () => {
  const { server, queue, until } = setUp()
  server.hold()
  const { ids } = await queue.add(
    ['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4'].map((name) => file(name)),
    course,
  )
  await vi.waitFor(() => expect(server.count('upload-chunk 1')).toBe(3))

  expect(queue.getSnapshot().items.map(({ status }) => status)).toEqual([
    'uploading',
    'uploading',
    'uploading',
    'waiting',
  ])
  expect(queue.getSnapshot().hasActive).toBe(true)
  server.release()
  for (const id of ids) await until(id, 'completed')
  expect(server.finished).toHaveLength(4)
  expect(queue.getSnapshot().hasActive).toBe(false)
})

test('an invalid file is returned with the reason, the others are uploaded', async () => {
  const { server, queue, until } = setUp()
  const { ids, refused } = await queue.add([file('notes.txt'), file('a.mp4'), file('a.mp4')], course)

  expect(refused).toEqual([
    { fileName: 'notes.txt', code: 'FORMAT_UNSUPPORTED', message: 'Unsupported video format' },
    {
      fileName: 'a.mp4',
      code: 'ALREADY_UPLOADING',
      message: 'This file is already being uploaded to this course.',
    },
  ])
  await until(ids[0], 'completed')
  expect(server.count('initialize-upload')).toBe(1)
})

test('pausing stops requests in flight and keeps acknowledged parts; resuming continues from there', async () => {
  const { server, queue, item, until } = setUp()
  server.trouble = (line) => {
    if (line === 'upload-chunk 1') server.hold()
    return undefined
  }
  const { ids } = await queue.add([file('a.mp4')], course)
  const [id = ''] = ids
  await vi.waitFor(() => expect(server.count('upload-chunk 2')).toBe(1))
  queue.pause(id)
  expect(item(id)).toMatchObject({
    status: 'paused',
    sentBytes: 10,
    bytesPerSecond: 0,
    secondsLeft: null,
  })
  expect(queue.getSnapshot().hasActive).toBe(false)

  server.release()
  queue.resume(id) // while the previous run is still stopping
  await until(id, 'completed')
  expect(server.count('upload-chunk 1')).toBe(1)
  expect(server.finished).toEqual(['up-1'])
})

test('a failure keeps the session for a retry, and regaining the network retries automatically', async () => {
  const { server, queue, item, until } = setUp()
  server.trouble = (line) => (line === 'upload-chunk 2' ? 'lost' : undefined)
  const { ids } = await queue.add([file('a.mp4')], course)
  const [id = ''] = ids
  await until(id, 'failed')
  expect(item(id).failure).toMatchObject({
    errorClass: 'NETWORK_ERROR',
    code: 'CHUNK_ATTEMPTS_FAILED',
    actionCode: 'NETWORK_ERROR',
    message: 'Failed to upload chunk after 3 attempts',
    retryable: true,
  })

  server.trouble = () => undefined
  queue.networkBack()
  await until(id, 'completed')
  expect(server.count('initialize-upload')).toBe(1)
  expect(server.count('upload-chunk 1')).toBe(1)
})

test('regaining the network does not retry other failures', async () => {
  const { server, queue, until } = setUp()
  server.trouble = (line) => (line === 'upload-chunk 2' ? { status: 415 } : undefined)
  const { ids } = await queue.add([file('a.mp4')], course)
  await until(ids[0], 'failed')
  const before = server.log.length
  queue.networkBack()
  await until(ids[0], 'failed')
  expect(server.log).toHaveLength(before)
})

test('cancelling calls the server, discards the session and frees its slot', async () => {
  const { server, storage, queue, until } = setUp()
  server.hold()
  const { ids } = await queue.add(
    ['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4'].map((name) => file(name)),
    course,
  )
  const [first = '', , , last = ''] = ids
  await vi.waitFor(() => expect(server.count('upload-chunk 1')).toBe(3))
  expect(storage.length).toBe(3)

  await queue.cancel(first)
  await until(first, 'cancelled')
  await until(last, 'uploading')
  expect(server.sessions.has('up-1')).toBe(false)
  queue.remove(first)
  expect(queue.getSnapshot().items.map(({ id }) => id)).not.toContain(first)
  server.release()
  await until(last, 'completed')
  expect(server.finished).not.toContain('up-1')
})

test('after a reload, the same file resumes from the server’s state', async () => {
  const { server, storage } = await interrupted()
  const later = setUp({ server, storage })
  expect(later.queue.getSnapshot().items).toMatchObject([
    { fileName: 'a.mp4', status: 'needs-file', sentBytes: 10, percent: 40 },
  ])

  const { ids } = await later.queue.add([file('a.mp4')], course)
  await later.until(ids[0], 'completed')
  expect(later.queue.getSnapshot().items).toHaveLength(1)
  expect(server.count('initialize-upload')).toBe(1)
  expect(server.count('upload-chunk 1')).toBe(1)
  expect(storage.length).toBe(0)
})

test('a different file is not accepted for the interrupted one', async () => {
  const { server, storage } = await interrupted()
  const later = setUp({ server, storage })
  const id = later.queue.getSnapshot().items[0]?.id ?? ''
  const sent = server.log.length

  expect(await later.queue.attach(id, file('a.mp4', 2))).toEqual({
    fileName: 'a.mp4',
    code: 'ANOTHER_FILE',
    message: 'This is not the file whose upload was interrupted. Please pick the same file again.',
  })
  expect(later.item(id).status).toBe('needs-file')
  expect(server.log).toHaveLength(sent)
  expect(await later.queue.attach(id, file('a.mp4'))).toBeNull()
  await later.until(id, 'completed')
})

test('an interrupted upload can be cancelled without its file', async () => {
  const { server, storage } = await interrupted()
  const later = setUp({ server, storage })
  await later.queue.cancel(later.queue.getSnapshot().items[0]?.id ?? '')
  expect(server.sessions.size).toBe(0)
  expect(storage.length).toBe(0)
})

test('interrupted uploads are visible to their owner only, and discarded after a week', async () => {
  const { server, storage } = await interrupted()
  expect(setUp({ server, storage, owner: 'another' }).queue.getSnapshot().items).toEqual([])
  const old = setUp({ server, storage })
  old.clock.now += 8 * 24 * 3600 * 1000
  const queue = new UploadQueue({
    baseUrl: '/api/v1',
    authorize: async () => ({}),
    transport: server.transport,
    owner: 'teacher',
    storage,
    now: () => old.clock.now,
  })
  expect(queue.getSnapshot().items).toEqual([])
  expect(storage.length).toBe(0)
})

test('corrupt or full storage prevents resuming, not uploading', async () => {
  const storage = new MemoryStorage()
  storage.setItem('lectern.upload.teacher.x', '{"session":')
  storage.setItem('lectern.upload.teacher.y', '{"session":{"uploadId":"up-9"}}')
  storage.full = true
  const { queue, until } = setUp({ storage })
  expect(queue.getSnapshot().items).toEqual([])
  const { ids } = await queue.add([file('a.mp4')], course)
  await until(ids[0], 'completed')
})

test('speed and time left are reported, and the snapshot changes only when something does', async () => {
  const { server, clock, queue, item, until } = setUp()
  server.trouble = () => {
    clock.now += 1000
    return undefined
  }
  const seen: { bytesPerSecond: number; secondsLeft: number | null; percent: number }[] = []
  queue.subscribe(() => seen.push(...queue.getSnapshot().items))
  const { ids } = await queue.add([file('a.mp4')], course)
  await until(ids[0], 'completed')

  expect(seen).toContainEqual(expect.objectContaining({ bytesPerSecond: 10, percent: 80, secondsLeft: 1 }))
  expect(item(ids[0])).toMatchObject({ percent: 100, sentBytes: 25, bytesPerSecond: 0, videoId: 'vid-up-1' })
  expect(item(ids[0]).completed).toMatchObject({ videoId: 'vid-up-1', status: 'processing', processingJobId: 'job' })
  expect(queue.getSnapshot()).toBe(queue.getSnapshot())
})

test('a pause does not count as slowness', async () => {
  const { server, clock, queue, until } = setUp()
  server.trouble = (line) => {
    clock.now += 1000
    if (line === 'upload-chunk 1') server.hold()
    return undefined
  }
  const { ids } = await queue.add([file('a.mp4')], course)
  const [id = ''] = ids
  await vi.waitFor(() => expect(server.count('upload-chunk 2')).toBe(1))
  queue.pause(id)
  clock.now += 3600_000
  server.release()
  const seen: UploadItem[] = []
  queue.subscribe(() => seen.push(...queue.getSnapshot().items))
  queue.resume(id)
  await until(id, 'completed')
  expect(seen).toContainEqual(expect.objectContaining({ percent: 80, bytesPerSecond: 10, secondsLeft: 1 }))
})

/** Interrupts the upload of a.mp4 after one part. */
async function interrupted() {
  const before = setUp()
  before.server.trouble = (line) => (line === 'upload-chunk 2' ? 'lost' : undefined)
  const { ids } = await before.queue.add([file('a.mp4')], course)
  await before.until(ids[0], 'failed')
  before.server.trouble = () => undefined
  return before
}
