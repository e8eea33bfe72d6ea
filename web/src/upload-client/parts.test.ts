import { describe, expect, test } from 'vitest'

import { formChunk, jsonChunk, toBase64 } from './chunk-body'
import { classify, retryDelayMs, UploadError } from './failure'
import { crc32, fingerprintOf } from './fingerprint'
import { normaliseSession, uploadedParts } from './session'
import { SpeedMeter } from './speed'
import { patternFile } from './testing/scripted-server'
import { sleep } from './time'
import type { ErrorClass, UploadSession } from './types'
import { contentTypeOf, validateFile } from './validate'

/** A file that was deleted after it was selected. */
class GoneBlob extends Blob {
  override slice = () => this
  override arrayBuffer = () => Promise.reject(new DOMException('', 'NotReadableError'))
}

const hint = { originalFileName: 'a.mp4', courseId: 'c', contentType: 'video/mp4', chunkSize: 10, fileSize: 25 }

describe('a session', () => {
  const session = {
    uploadId: 'u',
    videoId: 'v',
    key: 'k',
    bucket: 'b',
    originalFileName: 'a.mp4',
    courseId: 'c',
    contentType: 'video/mp4',
    uploadUrls: [],
    chunkSize: 5,
    totalChunks: 5,
    expiresAt: '',
  }
  const camel = { uploadId: 'u', videoId: 'v', key: 'k', bucket: 'b', chunkSize: 5, totalChunks: 5 }
  const snake = { upload_id: 'u', video_id: 'v', key: 'k', bucket: 'b', chunk_size: '5', total_chunks: 5 }

  test.each([
    ['as it is', camel],
    ['in the envelope', { success: true, data: camel }],
    ['three layers down', { a: { b: { c: camel } } }],
    ['in snake_case', { data: { session: snake } }],
    ['with a list of null and arrays around it', { list: [camel], none: null, data: camel }],
  ])('%s', (_, json) => {
    expect(normaliseSession(json, hint)).toEqual(session)
  })

  test.each([
    ['four layers down', { a: { b: { c: { d: camel } } } }],
    ['an empty id', { uploadId: '' }],
    ['a list', [camel]],
    ['nothing', undefined],
    ['a text', 'uploadId'],
  ])('has no upload id: %s', (_, json) => {
    expect(() => normaliseSession(json, hint)).toThrow('Invalid response from server: missing upload ID')
  })

  test('what the response leaves out comes from the request', () => {
    expect(normaliseSession({ uploadId: 7 }, hint)).toMatchObject({
      uploadId: '7',
      videoId: '',
      chunkSize: 10,
      totalChunks: 3,
    })
  })

  test.each([
    ['texts', ['x', 'y']],
    [
      'objects',
      [
        { partNumber: 1, url: 'x' },
        { part_number: '2', signed_url: 'y' },
      ],
    ],
    [
      'objects with something unreadable among them',
      [{ partNumber: 1, url: 'x' }, null, { partNumber: 0, url: 'z' }, { partNumber: 2, uploadUrl: 'y' }],
    ],
  ])('signed URLs as %s', (_, uploadUrls) => {
    expect(normaliseSession({ uploadId: 'u', uploadUrls }, hint).uploadUrls).toEqual([
      { partNumber: 1, url: 'x' },
      { partNumber: 2, url: 'y' },
    ])
  })

  test('uploaded parts are sorted, and unknown stays unknown', () => {
    const json = {
      data: {
        sessionInfo: {
          uploaded_parts: [
            { part_number: 2, etag: 'b' },
            { partNumber: 1, ETag: 'a' },
          ],
        },
      },
    }
    expect(uploadedParts(json)).toEqual([
      { partNumber: 1, etag: 'a' },
      { partNumber: 2, etag: 'b' },
    ])
    expect(uploadedParts({ data: {} })).toBeUndefined()
    expect(uploadedParts({ uploadedParts: [] })).toEqual([])
    const recovery = { reason: 'expired', carriedParts: [{ partNumber: 1, etag: 'a' }] }
    expect(uploadedParts({ recovery })).toEqual([{ partNumber: 1, etag: 'a' }])
    expect(uploadedParts({ recovery: { carriedParts: 1 } })).toBeUndefined()
  })
})

describe('an upload is refused', () => {
  const good = { fileName: 'a.mp4', fileSize: 1, courseId: 'c' }
  test.each([
    [null, good],
    [null, { ...good, fileSize: 10 * 1024 ** 3 }],
    ['File name is required', { ...good, fileName: ' ' }],
    ['Unsupported video format', { ...good, fileName: 'a.mp4.txt' }],
    ['Content type is required', { ...good, contentType: '' }],
    ['Valid file size is required', { ...good, fileSize: 0 }],
    ['Valid file size is required', { ...good, fileSize: Number.NaN }],
    ['File size exceeds maximum limit of 10GB', { ...good, fileSize: 10 * 1024 ** 3 + 1 }],
    ['courseId is required in metadata for video upload', { ...good, courseId: '' }],
  ])('%s', (message, input) => {
    expect(validateFile(input)).toBe(message)
  })

  test.each([
    ['a.mp4', 'video/mp4'],
    ['a.b.MOV', 'video/quicktime'],
    ['a.webm', 'video/webm'],
    ['a.avi', 'video/x-msvideo'],
    ['a.mkv', 'video/x-matroska'],
    ['mp4', undefined],
    ['a.', undefined],
  ])('or not, by its extension: %s', (name, type) => {
    expect(contentTypeOf(name)).toBe(type)
  })
})

describe('the fourteen classes', () => {
  const retryable: Record<ErrorClass, boolean> = {
    SESSION_EXPIRED: true,
    BACKEND_CONFIG_ERROR: false,
    EMPTY_CHUNK_ERROR: true,
    PARAMETER_MISMATCH: true,
    DETAILED_PARAMETER_VALIDATION_ERROR: false,
    BACKEND_RESPONSE_ERROR: false,
    AUTH_ERROR: true,
    FILE_TOO_LARGE: false,
    UNSUPPORTED_FORMAT: false,
    SERVER_ERROR: true,
    NETWORK_ERROR: true,
    SESSION_NOT_FOUND: false,
    TIMEOUT_ERROR: true,
    UNKNOWN_ERROR: true,
  }
  const classes = Object.entries(retryable).map(([name, flag]) => ({ name: name as ErrorClass, flag }))

  test.each(classes)('$name', ({ name, flag }) => {
    const failure = classify(new UploadError(name))
    expect(failure).toMatchObject({ errorClass: name, retryable: flag, message: failure.userMessage })
    expect(failure.userMessage).toMatch(/^[A-Z].*\.$/)
    expect(failure.suggestedAction).toMatch(/^[A-Z].*\.$/)
  })

  test('messages quoted in the spec', () => {
    expect(classify(new UploadError('AUTH_ERROR')).userMessage).toBe('Your session has expired. Please log in again.')
    expect(classify(new UploadError('UNSUPPORTED_FORMAT')).suggestedAction).toMatch(/MP4, MOV, WebM, AVI or MKV/)
  })

  test('anything else that is thrown', () => {
    expect(classify(new TypeError('x is not a function'))).toMatchObject({
      errorClass: 'UNKNOWN_ERROR',
      message: 'x is not a function',
    })
    expect(classify('a text').message).not.toBe('')
  })

  test('waits: 1 s × attempt, 2 s for a lost network, 3 s for a timeout', () => {
    expect([1, 2].map((attempt) => retryDelayMs('SERVER_ERROR', attempt))).toEqual([1000, 2000])
    expect([1, 2].map((attempt) => retryDelayMs('NETWORK_ERROR', attempt))).toEqual([2000, 2000])
    expect([1, 2].map((attempt) => retryDelayMs('TIMEOUT_ERROR', attempt))).toEqual([3000, 3000])
  })
})

describe('a chunk’s body', () => {
  const session: UploadSession = normaliseSession({ uploadId: 'u"1', videoId: 'v', key: 'k', bucket: 'b' }, hint)
  const bytes = Uint8Array.from({ length: 2_000_003 }, (_, index) => index % 251)

  test('is intact across piece boundaries, as JSON', async () => {
    const { body } = await jsonChunk(session, 3, new Blob([bytes]))
    const json = JSON.parse(await body.text())
    expect(json).toMatchObject({ partNumber: 3, uploadSession: { uploadId: 'u"1' }, originalFileName: 'a.mp4' })
    expect(Buffer.from(json.chunkData, 'base64').equals(bytes)).toBe(true)
  })

  test('and as a form', async () => {
    const { body, contentType } = await formChunk(session, 3, new Blob([bytes]))
    const form = await new Response(body, { headers: { 'Content-Type': contentType } }).formData()
    expect(form.get('uploadId')).toBe('u"1')
    expect(Buffer.from(String(form.get('chunkData')), 'base64').equals(bytes)).toBe(true)
  })

  test('base64 matches the built-in implementation', () => {
    const own = Uint8Array.of(251, 255, 254, 1)
    expect(toBase64(own)).toBe('+//+AQ==')
    expect(toBase64(Object.assign(own.slice(), { toBase64: () => 'built in' }))).toBe('built in')
  })

  test('a deleted file is reported', async () => {
    const gone = new GoneBlob([bytes])
    await expect(jsonChunk(session, 1, gone)).rejects.toThrow('The file can no longer be read.')
  })
})

describe('a fingerprint', () => {
  test('CRC-32 of the standard’s check value, in one go and in two', () => {
    const digits = new TextEncoder().encode('123456789')
    expect(crc32(digits).toString(16)).toBe('cbf43926')
    expect(crc32(digits.slice(4), crc32(digits.slice(0, 4))).toString(16)).toBe('cbf43926')
  })

  test('differs by name, size, date and either end', async () => {
    const size = 200_000
    const name = 'a.mp4'
    const same = await fingerprintOf(patternFile({ name, size }))
    expect(await fingerprintOf(patternFile({ name, size }))).toBe(same)
    const others = [
      patternFile({ name: 'b.mp4', size }),
      patternFile({ name, size: size + 1 }),
      patternFile({ name, size }, 2),
      patternFile({ name, size, readable: size - 1 }),
    ]
    for (const other of others) expect(await fingerprintOf(other)).not.toBe(same)
  })
})

describe('speed', () => {
  test('settles on a steady rate, and smooths a jump', () => {
    const meter = new SpeedMeter()
    for (let second = 0; second <= 10; second++) meter.sample(second * 1000, second * 1_000_000)
    expect(meter.bytesPerSecond).toBe(1_000_000)
    expect(meter.secondsFor(2_500_000)).toBe(3)
    meter.sample(11_000, 30_000_000)
    expect(meter.bytesPerSecond).toBeGreaterThan(1_000_000)
    expect(meter.bytesPerSecond).toBeLessThan(10_000_000)
  })

  test('is unknown at first, after a pause, and while nothing moves', () => {
    const meter = new SpeedMeter()
    expect(meter.secondsFor(10)).toBeNull()
    meter.sample(0, 0)
    meter.sample(1000, 1000)
    expect(meter.secondsFor(1000)).toBe(1)
    meter.sample(2000, 500) // a part is sent again
    expect(meter.bytesPerSecond).toBe(1000)
    meter.reset()
    expect(meter.secondsFor(10)).toBeNull()
    expect(meter.bytesPerSecond).toBe(0)
  })
})

test('a wait can be aborted', async () => {
  const control = new AbortController()
  const waiting = sleep(60_000, control.signal)
  control.abort()
  await expect(waiting).rejects.toBe(control.signal.reason)
  await expect(sleep(0, control.signal)).rejects.toBe(control.signal.reason)
  await expect(sleep(0, new AbortController().signal)).resolves.toBeUndefined()
})
