// A generated client uses a real server as its own: it uploads a film in parts of every form, waits until it can be watched,
// and plays it. What the OpenAPI document lacks or has wrong does not compile here, or fails.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createDecipheriv } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'

import { newDataFolder, serve } from '../../e2e/server.js'
import { client } from './generated/hey/client.gen.js'
import * as api from './generated/hey/index.js'

const [binary = '', film = ''] = process.argv.slice(2)
const credentials = { email: 'teacher@lectern.test', password: 'A long password 7' }

const data = await newDataFolder()
execFileSync(
  binary,
  ['user', 'create', credentials.email, '--name', 'Teacher', '--role', 'instructor', '--data', data],
  { input: credentials.password },
)
const server = await serve(data)
try {
  client.setConfig({ baseUrl: `${server.url}/api/v1`, throwOnError: true })
  await signIn()
  const course = await api.postCoursesCreate({
    body: { title: 'Bees', category: 'Biology', course_type: 'free' },
    throwOnError: true,
  })
  const video = await upload(await readFile(film), course.data.data.id)
  await playable(video)
  await play(video)
} finally {
  await server.stop()
  await rm(data, { recursive: true, force: true })
}

async function signIn() {
  const { data } = await api.postAuthLogin({ body: credentials, throwOnError: true })
  const answer = data.data
  assert('accessToken' in answer, 'a second step is asked for')
  client.setConfig({ auth: () => answer.accessToken })
}

/** Uploads a file, each part in another form; returns the id of its video. */
async function upload(content: Buffer<ArrayBuffer>, courseId: string) {
  const opened = await api.postVideoStreamingInitializeUpload({
    body: {
      fileName: 'bees.mp4',
      fileSize: content.length,
      contentType: 'video/mp4',
      chunkSize: 256 << 10,
      metadata: { courseId, title: 'Bees' },
    },
    throwOnError: true,
  })
  const { uploadId, videoId, chunkSize, totalChunks, uploadUrls } = opened.data.data
  assert.ok(totalChunks >= 3, `the film has ${totalChunks} parts`)
  const parts: api.UploadedPart[] = []
  for (let number = 1; number <= totalChunks; number++) {
    const bytes = content.subarray((number - 1) * chunkSize, number * chunkSize)
    const stored =
      number % 2 === 1
        ? await api.postVideoStreamingUploadChunk({
            body: { uploadSession: { uploadId }, partNumber: number, chunkData: bytes.toString('base64') },
            throwOnError: true,
          })
        : await putSigned(number, bytes)
    parts.push({ partNumber: number, etag: stored.data.data.etag })
  }
  await api.postVideoStreamingCompleteUpload({ body: { uploadId, parts }, throwOnError: true })
  return videoId

  function putSigned(number: number, bytes: Buffer<ArrayBuffer>) {
    const url = uploadUrls.find(({ partNumber }) => partNumber === number)?.url
    assert(url !== undefined, `part ${number} has no signed URL`)
    const { searchParams } = new URL(url, server.url)
    return api.putVideoStreamingUploadsUploadIdPartsNumber({
      path: { uploadId, number },
      query: { expires: Number(searchParams.get('expires')), signature: searchParams.get('signature') ?? '' },
      body: new Blob([bytes]),
      throwOnError: true,
    })
  }
}

async function playable(id: string) {
  for (const end = Date.now() + 120_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const { data } = await api.getVideoStreamingIdStatus({ path: { id }, throwOnError: true })
    if (data.data.playable) return
    assert.notEqual(data.data.status, 'failed', data.data.failureReason)
    assert.ok(Date.now() < end, `not playable after two minutes: ${JSON.stringify(data.data)}`)
  }
}

/** Follows the manifest to the first segment, decrypts it with its key, and compares it with what the server decrypts. */
async function play(id: string) {
  const { data } = await api.getVideoStreamingIdStreamingUrls({ path: { id }, throwOnError: true })
  const { videoId, token, generation } = data.data
  const path = { videoId, token, generation }
  const master = await api.getMediaTokenVideoIdGgenerationSealedHlsFile({
    path: { ...path, file: 'master.m3u8' },
    parseAs: 'text',
    throwOnError: true,
  })
  const name = /^(\w+)\.m3u8$/m.exec(master.data)?.[1]
  assert(name !== undefined, `the manifest names no rendition: ${master.data}`)
  const playlist = await api.getMediaTokenVideoIdGgenerationSealedHlsFile({
    path: { ...path, file: `${name}.m3u8` },
    parseAs: 'text',
    throwOnError: true,
  })
  const epoch = /METHOD=AES-256-GCM,URI="..\/..\/keys\/(\d+)"/.exec(playlist.data)?.[1]
  const first = /^\.\.\/(\w+)\/(1\.m4s)$/m.exec(playlist.data)
  assert(
    epoch !== undefined && first?.[1] !== undefined && first[2] !== undefined,
    `no key or segment: ${playlist.data}`,
  )
  const [rendition, file] = [first[1], first[2]]
  const key = await api.getMediaTokenVideoIdGgenerationKeysEpoch({
    path: { ...path, epoch: Number(epoch) },
    parseAs: 'blob',
    throwOnError: true,
  })
  const sealed = await api.getMediaTokenVideoIdGgenerationSealedRenditionFile({
    path: { ...path, rendition, file },
    parseAs: 'blob',
    throwOnError: true,
  })
  const clear = await api.getMediaTokenVideoIdGgenerationClearRenditionFile({
    path: { ...path, rendition, file },
    parseAs: 'blob',
    throwOnError: true,
  })
  const expected = Buffer.from(await blob(clear.data).arrayBuffer())
  assert.ok(expected.includes('moof'), 'the segment is no fragment of an MP4 file')
  assert.deepEqual(await decrypt(blob(sealed.data), blob(key.data)), expected)
}

function blob(body: unknown): Blob {
  assert(body instanceof Blob, `a ${typeof body} in place of bytes`)
  return body
}

/** Decrypts a segment as sealed by METHOD=AES-256-GCM of HLS: a 16-byte IV, the ciphertext, a 16-byte tag. */
async function decrypt(sealed: Blob, key: Blob) {
  const bytes = Buffer.from(await sealed.arrayBuffer())
  const opener = createDecipheriv('aes-256-gcm', Buffer.from(await key.arrayBuffer()), bytes.subarray(0, 16))
  opener.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([opener.update(bytes.subarray(16, -16)), opener.final()])
}
