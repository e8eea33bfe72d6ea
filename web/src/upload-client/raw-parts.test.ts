import { expect, test } from 'vitest'

import { PartServer } from './testing/part-server'
import { patternFile } from './testing/scripted-server'
import { Uploader } from './uploader'

const size = 95
const content = Array.from({ length: size }, (_, index) => index % 251)
const puts = Array.from({ length: 10 }, (_, index) => `PUT ${index + 1}`)
const chunks = (line: string) => line.startsWith('upload-chunk')

function start(server: PartServer, fileSize = size) {
  const waits: number[] = []
  const uploader = new Uploader({
    baseUrl: '/api/v1',
    authorize: async () => ({ Authorization: 'Bearer token' }),
    transport: server.transport,
    file: patternFile({ name: 'lecture.mp4', size: fileSize }),
    courseId: 'course-1',
    chunkSize: 10,
    sleep: async (ms) => {
      waits.push(ms)
    },
  })
  return { uploader, waits }
}

test('parts are sent raw to their signed URLs, four at a time, without our token', async () => {
  const server = new PartServer({ raw: true, parts: 10 })
  const { state } = await start(server).uploader.run()

  expect(state).toBe('completed')
  expect(server.log.toSorted()).toEqual(['initialize-upload', ...puts, 'complete-upload'].toSorted())
  expect(server.mostOpen).toBe(4)
  expect(server.putHeaders).toEqual([])
  expect(server.content('up-1')).toEqual(content)
})

test('URLs blocked by the browser: everything is sent as chunks, in order', async () => {
  const server = new PartServer({ raw: true, parts: 10 })
  server.trouble = (line) => (line.startsWith('PUT') ? 'lost' : undefined)
  const { uploader, waits } = start(server)

  expect((await uploader.run()).state).toBe('completed')
  expect(server.log.filter(chunks)).toEqual(puts.map((line) => line.replace('PUT', 'upload-chunk')))
  expect(waits).toEqual([])
  expect(server.content('up-1')).toEqual(content)
})

test('URLs refused midway: only missing parts are sent as chunks', async () => {
  const server = new PartServer({ raw: true, parts: 10 })
  server.trouble = (line) => (server.log.length > 6 && line.startsWith('PUT') ? { status: 403 } : undefined)
  const snapshot = await start(server).uploader.run()

  expect(snapshot.state).toBe('completed')
  const stored = 10 - server.log.filter(chunks).length
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThan(10)
  expect(server.content('up-1')).toEqual(content)
})

test('an unreadable etag: the part is sent as a chunk', async () => {
  const server = new PartServer({ raw: true, parts: 10, hideEtag: true })
  expect((await start(server).uploader.run()).state).toBe('completed')
  expect(server.log.filter(chunks)).toHaveLength(10)
})

test('server errors are retried, and so is a network that worked before', async () => {
  const server = new PartServer({ raw: true, parts: 10 })
  server.trouble = (line) => {
    if (line === 'PUT 1' && server.count(line) === 1) return { status: 500 }
    if (line === 'PUT 9' && server.count(line) === 1) return 'lost'
    return undefined
  }
  const { uploader, waits } = start(server)

  expect((await uploader.run()).state).toBe('completed')
  expect(server.log.filter(chunks)).toEqual([])
  expect(waits.toSorted()).toEqual([1000, 2000])
  expect(server.content('up-1')).toEqual(content)
})

test('three failures of one part end the upload; a retry sends the missing parts', async () => {
  const server = new PartServer({ raw: true, parts: 10 })
  server.trouble = (line) => (line === 'PUT 7' ? { status: 500 } : undefined)
  const { uploader } = start(server)

  const failed = await uploader.run()
  expect(failed.state).toBe('failed')
  expect(failed.failure?.message).toBe('Failed to upload chunk after 3 attempts')
  expect(failed.session?.uploadId).toBe('up-1')

  server.trouble = () => undefined
  expect((await uploader.run()).state).toBe('completed')
  expect(server.count('PUT 1')).toBe(1)
  expect(server.content('up-1')).toEqual(content)
})

test('a part that fails stops the others', async () => {
  const server = new PartServer({ raw: true, parts: 200 })
  server.trouble = (line) => (line === 'PUT 1' ? { status: 500 } : undefined)
  expect((await start(server, 2000).uploader.run()).state).toBe('failed')
  expect(server.count('PUT 1')).toBe(3)
  expect(server.log.length).toBeLessThan(100)
})

test('a session that expires during raw parts is recovered with new URLs', async () => {
  const server = new PartServer({ raw: true, parts: 10 })
  server.trouble = (line) => (line === 'PUT 5' && server.count(line) === 1 ? { status: 410 } : undefined)
  const { state, refreshes } = await start(server).uploader.run()

  expect(state).toBe('completed')
  expect(refreshes).toBe(1)
  expect(server.finished).toEqual(['up-2'])
  expect(server.content('up-2')).toEqual(content)
})
