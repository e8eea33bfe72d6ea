import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { status, video } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { hang, refuse, reply, server } from '@/testing/server'

import { type LibraryView, VideosPage } from './videos-page'

type Video = Schema<'Video'>
const ready: Video = { ...video, playable: false } // without images, which are fetched separately
const processing: Video = { ...ready, videoId: 'v2', title: 'Retry storms', status: 'processing', durationMs: 0 }
const failed: Video = {
  ...ready,
  videoId: 'v3',
  title: 'Broken',
  status: 'failed',
  failureReason: 'This file holds no video track. Please export it again.',
}

function open(items: Video[], view: LibraryView = {}) {
  const asked = reply('get', '/video-streaming/videos', items)
  const onView = vi.fn()
  const user = renderScreen(
    <VideosPage
      view={view}
      onView={onView}
      courses={[{ id: 'c1', title: 'Go' }]}
      upload={<p>drop here</p>}
      panels={() => ({
        file: 'its file',
        chapters: 'chapters of it',
        captions: 'captions of it',
        analytics: 'figures of it',
      })}
    />,
  )
  return { user, onView, asked }
}

/** The event stream of a status; `send` writes to it. */
function streamOf() {
  let push = (_: Schema<'Status'>) => {}
  server.use(
    http.get('*/api/v1/video-streaming/:id/status/events', () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          push = (s) => controller.enqueue(new TextEncoder().encode(`event: status\ndata: ${JSON.stringify(s)}\n\n`))
        },
      })
      return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
    }),
  )
  return (s: Schema<'Status'>) => push(s)
}

const rowOf = async (title: string) => {
  const row = (await screen.findByRole('button', { name: title })).closest('li')
  if (!row) throw new Error(`no row of ${title}`)
  return within(row)
}

test('ready: shows each video with its status, course, size and length', async () => {
  open([ready])
  const row = await rowOf(video.title)
  row.getByText('Ready')
  row.getByText(/Go services that stay up · 4.0 MB/)
  row.getByText('11:31')
  await screen.findByText('1 video')
})

test('each status of the spec has a name and a colour of its own', async () => {
  const all: Video['status'][] = ['pending', 'uploading', 'processing', 'completed', 'failed', 'cancelled']
  reply('get', '/video-streaming/{id}/status', status)
  streamOf()
  open(all.map((s) => ({ ...ready, videoId: s, title: s, status: s })))
  await screen.findByText('6 videos')
  for (const name of ['Waiting', 'Uploading', 'Processing', 'Ready', 'Failed', 'Cancelled']) {
    expect(screen.getAllByText(name).length).toBeGreaterThan(0)
  }
})

test('processing: shows each quality as the server reports it', async () => {
  reply('get', '/video-streaming/{id}/status', { ...status, videoId: 'v2' })
  const send = streamOf()
  open([processing])
  const row = await rowOf('Retry storms')
  await waitFor(() => {
    send({
      ...status,
      videoId: 'v2',
      progress: 41.6,
      playable: true,
      estimatedSecondsLeft: 75,
      renditions: [
        { name: '720p', status: 'processing', progress: 12.5, failureReason: '' },
        { name: '240p', status: 'completed', progress: 100, failureReason: '' },
        { name: 'audio', status: 'completed', progress: 100, failureReason: '' },
      ],
    })
    row.getByText('41% complete, about 1 minute left. You can already watch it.')
  })
  const rungs = within(row.getByRole('list', { name: 'Progress by quality' })).getAllByRole('listitem')
  expect(rungs.map((r) => r.textContent)).toEqual(['720p12%', '240p100%', 'Audio100%'])
})

test('a waiting video says for what', async () => {
  reply('get', '/video-streaming/{id}/status', { ...status, videoId: 'v2', queuePosition: 3 })
  streamOf()
  open([processing])
  await (await rowOf('Retry storms')).findByText('Waiting behind 3 other videos')
})

test('failed: says why and retries', async () => {
  const { user } = open([failed])
  const row = await rowOf('Broken')
  row.getByText('This file holds no video track. Please export it again.')
  const sent = reply('post', '/video-streaming/{id}/retry-processing', { ...failed, status: 'pending' })
  reply('get', '/video-streaming/videos', [ready])
  await user.click(row.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent[0]?.path).toBe('/video-streaming/v3/retry-processing'))
})

test('truncated: says how much is there, and publishes it on request', async () => {
  const failureReason = 'The file was cut off: only the first 0:05 minutes of about 0:09 minutes are there.'
  const { user } = open([{ ...failed, failureCode: 'VIDEO_TRUNCATED', failureReason }])
  const row = await rowOf('Broken')
  row.getByText(failureReason)
  const sent = reply('post', '/video-streaming/{id}/accept-truncated', { ...failed, status: 'pending' })
  reply('get', '/video-streaming/videos', [{ ...ready, notices: [failureReason] }])
  await user.click(row.getByRole('button', { name: 'Publish what has arrived' }))
  await waitFor(() => expect(sent[0]?.path).toBe('/video-streaming/v3/accept-truncated'))
  await screen.findByText(failureReason)
})

test('permanently refused: says why, and does not offer to retry', async () => {
  const { user } = open([{ ...failed, retryable: false }])
  const row = await rowOf('Broken')
  row.getByText('This file holds no video track. Please export it again.')
  expect(row.queryByRole('button', { name: 'Try again' })).toBeNull()
  await user.click(row.getByRole('button', { name: 'More actions for Broken' }))
  await screen.findByRole('menuitem', { name: 'Delete' })
  expect(screen.queryByRole('menuitem', { name: 'Process again' })).toBeNull()
})

test('deleting asks for the title first', async () => {
  const { user } = open([ready])
  const sent = reply('delete', '/video-streaming/{id}', {})
  await user.click((await rowOf(video.title)).getByRole('button', { name: `More actions for ${video.title}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Delete “${video.title}”?` }))
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete video' })
  expect(button.disabled).toBe(true)
  await user.type(dialog.getByLabelText('Title'), video.title)
  reply('get', '/video-streaming/videos', [])
  await user.click(button)
  await screen.findByText('No videos yet')
  expect(sent[0]?.path).toBe('/video-streaming/v1')
})

test('a refused deletion says why and keeps the video', async () => {
  const { user } = open([ready])
  refuse('delete', '/video-streaming/{id}', 409, 'This video is being processed. Wait, then delete it.')
  await user.click((await rowOf(video.title)).getByRole('button', { name: `More actions for ${video.title}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Title'), `${video.title}{Enter}`)
  expect((await dialog.findByRole('alert')).textContent).toContain('This video is being processed.')
})

test('a video that published lessons show is deleted only after they were named', async () => {
  const { user } = open([ready])
  const lessons = [{ lessonId: 'l1', title: 'The hive' }]
  refuse('delete', '/video-streaming/{id}', 409, 'Published lessons show this video.', {}, { lessons }, 'video_in_use')
  await user.click((await rowOf(video.title)).getByRole('button', { name: `More actions for ${video.title}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Title'), `${video.title}{Enter}`)
  const alert = within(await dialog.findByRole('alert', { name: 'A published lesson shows this video' }))
  alert.getByText('The hive')
  const sent = reply('delete', '/video-streaming/{id}', {})
  await user.click(dialog.getByRole('button', { name: 'Delete anyway' }))
  await waitFor(() => expect(sent[0]?.query).toBe('?force=true'))
})

test('empty, and no match', async () => {
  const { user, onView } = open([], { status: 'failed' })
  await screen.findByText('No videos match')
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(onView).toHaveBeenCalledWith({})
})

test('error: shows the message and retries', async () => {
  refuse('get', '/video-streaming/videos', 500, 'Something went wrong on our side.')
  const user = renderScreen(
    <VideosPage
      view={{}}
      onView={vi.fn()}
      courses={[]}
      upload={null}
      panels={() => ({ file: null, chapters: null, captions: null, analytics: null })}
    />,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong on our side.')
  reply('get', '/video-streaming/videos', [ready])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(video.title)
})

test('loading: shows a placeholder', async () => {
  hang('get', '/video-streaming/videos')
  renderScreen(
    <VideosPage
      view={{}}
      onView={vi.fn()}
      courses={[]}
      upload={null}
      panels={() => ({ file: null, chapters: null, captions: null, analytics: null })}
    />,
  )
  await screen.findByRole('status', { name: 'Loading' })
})

test('filters are kept in the URL, and changing one returns to the first page', async () => {
  const { user, onView, asked } = open([ready], { status: 'completed', page: 2 })
  await rowOf(video.title)
  expect(asked[0]?.query).toBe('?status=completed&page=2')
  await user.selectOptions(screen.getByLabelText('Course'), 'Go')
  expect(onView).toHaveBeenCalledWith({ status: 'completed', courseId: 'c1' })
  await user.selectOptions(screen.getByLabelText('Status'), 'All statuses')
  expect(onView).toHaveBeenLastCalledWith({})
})

test('searches after a pause in typing', async () => {
  const { user, onView } = open([ready])
  await user.type(screen.getByRole('searchbox', { name: 'Search videos' }), 'storm')
  await waitFor(() => expect(onView).toHaveBeenCalledTimes(1))
  expect(onView).toHaveBeenCalledWith({ search: 'storm' })
})
