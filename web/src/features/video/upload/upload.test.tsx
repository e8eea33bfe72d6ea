import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { session } from '@/api/client'
import { signedIn } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { server } from '@/testing/server'

import UploadDock from './upload-dock'
import { UploadPanel } from './upload-panel'

const courses = [
  { id: 'c1', title: 'Go' },
  { id: 'c2', title: 'SQL' },
]

beforeEach(() => session.start(signedIn))
afterEach(() => vi.restoreAllMocks())

const clip = (name = 'talk.mp4', size = 1000) => new File([new Uint8Array(size)], name, { type: 'video/mp4' })

/** An upload server that accepts chunks of 400 bytes; `chunk` may respond instead. Returns the requests. */
function uploads(chunk?: (n: number) => Promise<Response | undefined> | undefined) {
  const asked: string[] = []
  const initialized: unknown[] = []
  let chunks = 0
  const ok = (data: object) => HttpResponse.json({ success: true, status: 'success', message: '', data })
  server.use(
    http.post('*/video-streaming/initialize-upload', async ({ request }) => {
      asked.push('initialize')
      initialized.push(await request.json())
      return ok({
        uploadId: 'up1',
        videoId: 'v9',
        key: 'k',
        bucket: 'b',
        chunkSize: 400,
        totalChunks: 3,
        uploadUrls: [],
      })
    }),
    http.post('*/video-streaming/upload-chunk', async () => {
      asked.push('chunk')
      chunks += 1
      return (await chunk?.(chunks)) ?? ok(part(chunks))
    }),
    http.post('*/video-streaming/validate-session', () =>
      ok({ isValid: true, reason: '', uploadedParts: Array.from({ length: chunks }, (_, i) => part(i + 1)) }),
    ),
    http.post('*/video-streaming/complete-upload', () => {
      asked.push('complete')
      return ok({
        videoId: 'v9',
        status: 'processing',
        processingJobId: 'j1',
        estimatedProcessingTime: 60,
        message: '',
      })
    }),
    http.post('*/video-streaming/abort-upload', () => {
      asked.push('abort')
      return ok({})
    }),
  )
  return { asked, initialized }
}

const part = (n: number) => ({ partNumber: n, etag: `e${n}` })

let owner = 0
function open() {
  owner += 1 // each test has its own uploads
  return renderScreen(
    <>
      <UploadPanel owner={`u${owner}`} courses={courses} />
      <UploadDock owner={`u${owner}`} />
    </>,
  )
}

const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByRole('group', { name: 'Upload videos' }), { dataTransfer: { files } })

test('a dropped video is uploaded to the chosen course, and the dock shows when it is done', async () => {
  const { asked, initialized } = uploads()
  const user = open()
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
  await user.selectOptions(screen.getByLabelText('Upload to course'), 'SQL')
  drop(clip())
  const dock = within(await screen.findByRole('region', { name: 'Uploads' }))
  await dock.findByText('Uploaded. The video is being processed.')
  expect(asked).toEqual(['initialize', 'chunk', 'chunk', 'chunk', 'complete'])
  expect(initialized[0]).toMatchObject({ fileName: 'talk.mp4', fileSize: 1000, courseId: 'c2' })
  expect(dock.getByRole('status').textContent).toBe('All uploads are complete')

  await user.click(dock.getByRole('button', { name: 'Remove talk.mp4 from the list' }))
  expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull()
})

test('a short video gets small chunks if the browser knows its duration', async () => {
  const { initialized } = uploads()
  const lengths = [30, Number.POSITIVE_INFINITY] // seconds; the second is a stream of unknown duration
  vi.spyOn(HTMLMediaElement.prototype, 'canPlayType').mockReturnValue('maybe')
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
    const seconds = lengths.shift()
    Object.defineProperty(this, 'duration', { value: seconds })
    queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')))
  })
  open()
  drop(clip('short.mp4'))
  await waitFor(() => expect(initialized).toHaveLength(1))
  drop(clip('stream.mp4', 1001))
  await waitFor(() => expect(initialized).toHaveLength(2))
  expect(initialized[0]).toMatchObject({ chunkSize: 2 * 1024 ** 2, metadata: { durationMinutes: '0.5' } })
  expect(initialized[1]).toMatchObject({ chunkSize: 10 * 1024 ** 2 })
  expect(initialized[1]).not.toHaveProperty('metadata.durationMinutes')
})

test('a file that is not a video is refused before anything is sent', async () => {
  const { asked } = uploads()
  open()
  drop(clip('notes.txt'))
  expect((await screen.findByRole('alert')).textContent).toContain('notes.txt: Unsupported video format')
  expect(asked).toEqual([])
})

test('an upload can be paused and resumed', async () => {
  uploads((n) => (n === 2 ? delay(300).then(() => undefined) : undefined))
  const user = open()
  drop(clip())
  await user.click(await screen.findByRole('button', { name: 'Pause talk.mp4' }))
  await screen.findByText('Paused')
  await user.click(screen.getByRole('button', { name: 'Resume talk.mp4' }))
  await screen.findByText('Uploaded. The video is being processed.')
})

test('cancelling asks for a confirmation, then calls the server', async () => {
  const { asked } = uploads(() => delay('infinite').then(() => HttpResponse.json({})))
  const user = open()
  drop(clip())
  await waitFor(() => expect(asked).toContain('chunk'))
  await user.click(screen.getByRole('button', { name: 'Cancel talk.mp4' }))
  expect(asked).not.toContain('abort')
  await user.click(screen.getByRole('button', { name: 'Cancel upload' }))
  await waitFor(() => expect(asked).toContain('abort'))
})

test('a refused upload says why and what to do', async () => {
  server.use(
    http.post('*/video-streaming/initialize-upload', () =>
      HttpResponse.json({ success: false, status: 'error', message: 'no' }, { status: 403 }),
    ),
  )
  open()
  drop(clip())
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Access denied. You do not have permission to upload videos.',
  )
})

test('what a retry cannot mend starts anew with one click', async () => {
  let initialized = 0
  server.use(
    http.post('*/video-streaming/initialize-upload', () => {
      initialized += 1
      const code = 'course_not_found'
      return HttpResponse.json({ success: false, status: 'error', code, message: 'No such course.' }, { status: 404 })
    }),
  )
  const user = open()
  drop(clip())
  expect((await screen.findByRole('alert')).textContent).toContain('No such course.')
  expect(screen.queryByRole('button', { name: /^Retry / })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Restart the upload of / }))
  await waitFor(() => expect(initialized).toBe(2))
})

test('the tab warns before closing while an upload is in progress', async () => {
  uploads(() => delay('infinite').then(() => HttpResponse.json({})))
  open()
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(false)
  drop(clip())
  await screen.findByText('Uploading 1 video')
  await waitFor(() => expect(leave()).toBe(true))
})
