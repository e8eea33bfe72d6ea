import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { AnalyticsPanel } from './analytics-panel'
import { CaptionsPanel } from './captions-panel'

const english: Schema<'Caption'> = {
  etag: '"v1-"',
  language: 'en',
  label: 'English',
  updatedAt: '2026-11-20T10:00:00Z',
}

const figures: Schema<'Analytics'> = {
  views: 12,
  viewers: 8,
  watchSeconds: 3729,
  startupMsMedian: 640,
  startupMsP95: 1900,
  stalls: 3,
  stallSeconds: 4.2,
  stallsPerHour: 2.9,
  retention: [
    { from: 0, viewers: 8 },
    { from: 6, viewers: 6 },
    { from: 12, viewers: 2 },
  ],
}

test('shows figures, and which parts were watched: as an accessible chart and as a table', async () => {
  reply('get', '/video-streaming/{id}/analytics', figures)
  const user = renderScreen(<AnalyticsPanel videoId="v1" />)
  expect((await screen.findByText('Views')).parentElement?.textContent).toContain('12 viewsby 8 viewers')
  expect(screen.getByText('Start-up time').parentElement?.textContent).toContain('0.6 s')
  screen.getByRole('img', { name: '100% of viewers watched the beginning, 25% the end' })
  await user.click(screen.getByText('Show as table'))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((r) => [...r.children].map((c) => c.textContent))).toEqual([
    ['Starts at', 'Viewers', 'Share of viewers'],
    ['0:00', '8', '100%'],
    ['0:06', '6', '75%'],
    ['0:12', '2', '25%'],
  ])
})

test('says so if nobody has watched yet', async () => {
  reply('get', '/video-streaming/{id}/analytics', { ...figures, views: 0, viewers: 0, retention: [] })
  renderScreen(<AnalyticsPanel videoId="v1" />)
  await screen.findByText(/No views yet/)
})

test('captions are added from a file', async () => {
  reply('get', '/video-streaming/{id}/captions', [])
  const user = renderScreen(<CaptionsPanel videoId="v1" />)
  await screen.findByText(/No captions yet/)
  const sent = reply('put', '/video-streaming/{id}/captions/{language}', english)
  reply('get', '/video-streaming/{id}/captions', [english])
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file input')
  await user.upload(input, new File(['WEBVTT\n'], 'talk.vtt', { type: 'text/vtt' }))
  await screen.findByRole('listitem')
  expect(sent).toMatchObject([
    { path: '/video-streaming/v1/captions/en', body: { label: 'English', content: 'WEBVTT\n' } },
  ])
})

test('invalid captions say which line is wrong', async () => {
  reply('get', '/video-streaming/{id}/captions', [])
  refuse('put', '/video-streaming/{id}/captions/{language}', 400, 'Line 7 is not a time of captions.')
  const user = renderScreen(<CaptionsPanel videoId="v1" />)
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file input')
  await user.upload(input, new File(['nonsense'], 'talk.vtt', { type: 'text/vtt' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Line 7 is not a time of captions.')
})

test('deleting captions asks for confirmation', async () => {
  reply('get', '/video-streaming/{id}/captions', [english])
  const user = renderScreen(<CaptionsPanel videoId="v1" />)
  const sent = reply('delete', '/video-streaming/{id}/captions/{language}', {})
  await user.click(await screen.findByRole('button', { name: 'Delete English' }))
  expect(sent).toHaveLength(0)
  reply('get', '/video-streaming/{id}/captions', [])
  await user.click(screen.getByRole('button', { name: 'Delete English' }))
  await screen.findByText(/No captions yet/)
  expect(sent[0]?.path).toBe('/video-streaming/v1/captions/en')
})
