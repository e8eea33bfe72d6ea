import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { streamingUrls, video } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { FrameChoice } from './frame-choice'

const playable = { ...video, playable: true, durationMs: 60_000 }

function open(items = [playable]) {
  const asked = reply('get', '/video-streaming/videos', items)
  reply('get', '/video-streaming/{id}/streaming-urls', { ...streamingUrls(), thumbnails: ['/0.webp', '/1.webp'] })
  const onChoose = vi.fn()
  return { user: renderScreen(<FrameChoice courseId="c1" chosen={undefined} onChoose={onChoose} />), onChoose, asked }
}

test('a frame is chosen by its time', async () => {
  const { user, onChoose, asked } = open()
  await user.click(await screen.findByRole('radio', { name: 'Frame at 0:45' }))
  expect(onChoose).toHaveBeenCalledWith({ videoId: playable.videoId, thumbnail: 1 })
  expect(asked[0]?.query).toContain('courseId=c1')
})

test('without a playable video it says what to do', async () => {
  open([{ ...video, playable: false }])
  await screen.findByText(/This course has no processed video yet/)
})

test('a failure to load is shown, and can be tried again', async () => {
  refuse('get', '/video-streaming/videos', 500, 'Something went wrong on our side.')
  renderScreen(<FrameChoice courseId="c1" chosen={undefined} onChoose={() => undefined} />)
  await screen.findByRole('button', { name: 'Try again' })
})
