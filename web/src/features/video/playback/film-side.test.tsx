import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

import { Toasts } from '@/shared/toasts'
import { streamingUrls } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'

import { ChapterList } from './chapter-list'
import { ChaptersPanel } from './chapters-panel'
import { DownloadButton } from './download-button'
import { TranscriptPanel } from './transcript-panel'

const vtt = `WEBVTT

00:00.000 --> 00:02.000
Bees dance.

00:05.000 --> 00:07.000
Wasps do not.
`
const urls = {
  ...streamingUrls(),
  captions: [{ language: 'en', label: 'English', url: '/api/v1/media/t/v1/g1/captions/en.vtt' }],
}

beforeEach(() => {
  reply('get', '/video-streaming/{id}/streaming-urls', urls)
  server.use(http.get('*/captions/en.vtt', () => HttpResponse.text(vtt)))
})

test('the transcript follows the video, is searched, and leads into the video', async () => {
  const video = document.createElement('video')
  const user = renderScreen(<TranscriptPanel video={video} urls={urls} />)
  const list = within(await screen.findByRole('list', { name: 'Transcript' }))
  const [bees, wasps] = list.getAllByRole('button')
  await vi.waitFor(() => expect(bees?.getAttribute('aria-current')).toBe('true'))
  video.currentTime = 6
  video.dispatchEvent(new Event('timeupdate'))
  await vi.waitFor(() => expect(wasps?.getAttribute('aria-current')).toBe('true'))
  expect(bees?.getAttribute('aria-current')).toBeNull()

  await user.type(screen.getByRole('searchbox', { name: 'Search transcript' }), 'BEES')
  await screen.findByText('1 match')
  expect(list.getAllByRole('button')).toHaveLength(1)
  list.getByRole('button', { name: /Bees dance/ }).focus()
  await user.keyboard('{Enter}')
  expect(video.currentTime).toBe(0)
  await user.type(screen.getByRole('searchbox'), 'x')
  await screen.findByText('No matches')
})

test('a chapter plays from its start', async () => {
  const video = document.createElement('video')
  const chapters = [
    { start: 0, title: 'The hive' },
    { start: 90, title: 'Honey' },
  ]
  const user = renderScreen(<ChapterList video={video} chapters={chapters} />)
  await user.click(await screen.findByRole('button', { name: /1:30.*Honey/ }))
  expect(video.currentTime).toBe(90)
  video.dispatchEvent(new Event('seeking'))
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: /Honey/ }).getAttribute('aria-current')).toBe('true'),
  )
})

test('a teacher writes chapters; what is wrong is said beside its field, and nothing is lost', async () => {
  reply('get', '/video-streaming/{id}/chapters', { chapters: [] })
  const user = renderScreen(<ChaptersPanel videoId="v1" duration={120} />)
  await user.click(await screen.findByRole('button', { name: 'Add chapter' }))
  await user.type(screen.getByLabelText('Title of chapter 1'), 'The hive')
  await user.click(screen.getByRole('button', { name: 'Add chapter' }))
  await user.type(screen.getByLabelText('Start of chapter 2'), '3:00')
  await user.type(screen.getByLabelText('Title of chapter 2'), 'Honey')
  await user.click(screen.getByRole('button', { name: 'Save chapters' }))
  await screen.findByText('Must be before the video ends')

  await user.clear(screen.getByLabelText('Start of chapter 2'))
  await user.type(screen.getByLabelText('Start of chapter 2'), '1:30')
  refuse('put', '/video-streaming/{id}/chapters', 503, 'The server is busy.')
  await user.click(screen.getByRole('button', { name: 'Save chapters' }))
  await screen.findByRole('alert')
  const saved = {
    chapters: [
      { start: 0, title: 'The hive' },
      { start: 90, title: 'Honey' },
    ],
  }
  const sent = reply('put', '/video-streaming/{id}/chapters', saved)
  await user.click(screen.getByRole('button', { name: 'Save chapters' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual(saved)
  expect(sent[0]?.tag).toBeDefined()
})

test('a video is saved from an address for the moment, and what speaks against it is said', async () => {
  refuse('post', '/video-streaming/{id}/download', 403, "This video can't be downloaded.")
  const save = vi.fn()
  const user = renderScreen(
    <>
      <DownloadButton videoId="v1" save={save} />
      <Toasts />
    </>,
  )
  const button = await screen.findByRole('button', { name: 'Download video' })
  await user.click(button)
  await screen.findByText("This video can't be downloaded.")
  expect(save).not.toHaveBeenCalled()

  const file = { fileName: 'Bees.mp4', width: 1280, height: 720, expiresAt: '2026-11-03T11:00:00Z' }
  reply('post', '/video-streaming/{id}/download', { ...file, url: '/api/v1/media/downloads/t' })
  await user.click(button)
  await vi.waitFor(() => expect(save).toHaveBeenCalledExactlyOnceWith('/api/v1/media/downloads/t'))
})
