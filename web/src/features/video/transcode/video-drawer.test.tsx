import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { streamingUrls, video } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply, tagOf } from '@/testing/server'

import { type DrawerTab, VideoDrawer } from './video-drawer'

function open(tab: DrawerTab = 'details', shown = { ...video, playable: false }) {
  reply('get', '/video-streaming/{id}/metadata', shown)
  const onTab = vi.fn()
  const user = renderScreen(
    <VideoDrawer
      videoId="v1"
      tab={tab}
      onTab={onTab}
      onClose={vi.fn()}
      panels={() => ({
        file: 'its file',
        chapters: 'chapters of it',
        captions: 'captions of it',
        analytics: 'figures of it',
      })}
    />,
  )
  return { user, onTab }
}

test('changes title and preview', async () => {
  const { user } = open()
  const sent = reply('patch', '/video-streaming/{id}/metadata', { ...video, title: 'Deadlines' })
  const title = await screen.findByLabelText('Title')
  await user.clear(title)
  await user.type(title, 'Deadlines')
  await user.click(screen.getByLabelText('Free preview'))
  await user.click(screen.getByLabelText('Downloads'))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    title: 'Deadlines',
    description: video.description,
    isPreview: true,
    isShared: false,
    isDownloadable: true,
    poster: 0,
  })
})

test('what was changed elsewhere is shown beside what is typed here, and either is kept', async () => {
  const { user } = open()
  const title = () => screen.findByLabelText<HTMLInputElement>('Title')
  await user.type(await title(), '!')
  const elsewhere = { ...video, playable: false, title: 'Changed elsewhere' }
  reply('get', '/video-streaming/{id}/metadata', elsewhere)
  refuse('patch', '/video-streaming/{id}/metadata', 412, 'The details of this video have been changed elsewhere.')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  const conflict = within(await screen.findByRole('alert'))
  conflict.getByText(/Title: Changed elsewhere/)
  expect((await title()).value).toBe(`${video.title}!`)
  const sent = reply('patch', '/video-streaming/{id}/metadata', { ...elsewhere, title: `${video.title}!` })
  await user.click(conflict.getByRole('button', { name: 'Keep mine' }))
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ tag: tagOf(elsewhere), body: { title: `${video.title}!` } })
})

test('a title that is missing shows at its field, and the input is kept', async () => {
  const { user } = open()
  const sent = reply('patch', '/video-streaming/{id}/metadata', video)
  await user.clear(await screen.findByLabelText('Title'))
  await user.type(screen.getByLabelText('Description'), ' And more.')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Title is required')
  expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('Where the budget leaks. And more.')
  expect(sent).toHaveLength(0)
})

test('the poster can be chosen among the thumbnails', async () => {
  reply('get', '/video-streaming/{id}/streaming-urls', {
    ...streamingUrls(),
    thumbnails: ['/t/0.webp', '/t/1.webp'],
  })
  const { user } = open('details', video)
  const sent = reply('patch', '/video-streaming/{id}/metadata', { ...video, poster: 1 })
  await user.click(await screen.findByRole('radio', { name: 'Picture 2' }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await vi.waitFor(() => expect(sent[0]?.body).toMatchObject({ poster: 1 }))
})

test('the log shows the tool’s last output', async () => {
  reply('get', '/video-streaming/{id}/logs', [
    {
      id: 'l1',
      generation: 1,
      level: 'error',
      step: 'piece',
      message: 'Piece 3 of 720p failed.',
      detail: 'Invalid data found when processing input',
      createdAt: '2026-11-20T10:00:00Z',
    },
  ])
  open('log')
  await screen.findByText('Piece 3 of 720p failed.')
  screen.getByText('Invalid data found when processing input')
})

test('an empty log says so', async () => {
  reply('get', '/video-streaming/{id}/logs', [])
  open('log')
  await screen.findByText('No events yet. The log starts when the upload is complete.')
})

test('the tabs are kept in the URL', async () => {
  const { user, onTab } = open('captions')
  await screen.findByText('captions of it')
  await user.click(screen.getByRole('tab', { name: 'Analytics' }))
  expect(onTab).toHaveBeenCalledWith('analytics')
})

test('an unknown video shows an error', async () => {
  refuse('get', '/video-streaming/{id}/metadata', 404, 'There is no such video.')
  renderScreen(
    <VideoDrawer
      videoId="gone"
      tab="details"
      onTab={vi.fn()}
      onClose={vi.fn()}
      panels={() => ({ file: null, chapters: null, captions: null, analytics: null })}
    />,
  )
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such video.')
})
