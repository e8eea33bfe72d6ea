import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { streamingUrls, video } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { CourseLessons } from './course-lessons'
import { LearnPage } from './learn-page'

const second = {
  ...video,
  videoId: 'v2',
  title: 'Retry storms',
  durationMs: 0,
  playable: false,
  status: 'processing',
} as const
const begun = { position: 60, duration: 691, watchedPercentage: 9, watched: false, updatedAt: '2026-11-20T10:00:00Z' }
const third = { ...video, videoId: 'v3', title: 'A lab', durationMs: 60_000 }

function open(videoId: string) {
  reply('get', '/video-streaming/courses/{id}/videos', [video, second, third])
  reply('get', '/video-streaming/courses/{id}/positions', [])
  reply('get', '/video-streaming/{id}/position', { position: 0, duration: 691, updatedAt: null })
  return renderScreen(
    <LearnPage courseId="c1" videoId={videoId} enrolled viewer="u1" crumb={<a href="/courses/c1">Course</a>} />,
  )
}

test('shows the lesson, its position, and a link to the next playable one', async () => {
  refuse('get', '/video-streaming/{id}/streaming-urls', 409, 'This video cannot be played yet.')
  open('v1')
  await screen.findByRole('heading', { level: 1, name: video.title })
  await screen.findByText('Lesson 1 of 3')
  expect(screen.getByRole('link', { name: 'Next lesson' }).getAttribute('href')).toBe('/learn/c1/v3')
  expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull()
})

test('the outline marks the current lesson and says why another is locked', async () => {
  refuse('get', '/video-streaming/{id}/streaming-urls', 409, 'This video cannot be played yet.')
  open('v3')
  const outline = await screen.findByRole('list', { name: 'Lessons of this course' })
  const [a, b, c] = within(outline).getAllByRole('listitem')
  expect(a?.querySelector('a')?.getAttribute('href')).toBe('/learn/c1/v1')
  expect(a?.textContent).toContain('11 min')
  expect(b?.textContent).toContain('Still being processed')
  expect(b?.querySelector('a')).toBeNull()
  expect(c?.querySelector('a')?.getAttribute('aria-current')).toBe('true')
})

test('the outline shows which videos were watched or begun', async () => {
  refuse('get', '/video-streaming/{id}/streaming-urls', 409, 'This video cannot be played yet.')
  open('v1')
  reply('get', '/video-streaming/courses/{id}/positions', [
    { ...begun, videoId: 'v1', watchedPercentage: 95, watched: true },
    { ...begun, videoId: 'v3' },
  ])
  await screen.findByText('1 of 3 lessons watched')
  const [a, b, c] = within(screen.getByRole('list', { name: 'Lessons of this course' })).getAllByRole('listitem')
  expect([a, b, c].map((row) => row?.querySelector('[role=img]')?.getAttribute('aria-label'))).toEqual([
    'Watched',
    undefined,
    'Started',
  ])
})

test('a video that is not playable yet says so and offers to retry', async () => {
  refuse('get', '/video-streaming/{id}/streaming-urls', 409, 'This video cannot be played yet.')
  const user = open('v1')
  expect((await screen.findByRole('alert')).textContent).toContain('This video cannot be played yet.')
  const asked = reply('get', '/video-streaming/{id}/streaming-urls', streamingUrls())
  refuse('get', '/video-streaming/{id}/position', 500, 'Something went wrong on our side.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(asked.length).toBe(1)
})

test('a lesson of another course is not found', async () => {
  refuse('get', '/video-streaming/{id}/streaming-urls', 404, 'There is no such video.')
  open('elsewhere')
  await screen.findByRole('heading', { level: 1, name: "This lesson isn't in this course" })
})

test('the course page lists the lessons and starts with the first playable one', async () => {
  reply('get', '/video-streaming/courses/{id}/videos', [second, third])
  reply('get', '/video-streaming/courses/{id}/positions', [])
  renderScreen(<CourseLessons courseId="c1" enrolled />)
  await screen.findByText('2 lessons · 1 min')
  expect(screen.getByRole('link', { name: 'Start learning' }).getAttribute('href')).toBe('/learn/c1/v3')
})

test('the course page continues with the first one not watched', async () => {
  reply('get', '/video-streaming/courses/{id}/videos', [video, third])
  reply('get', '/video-streaming/courses/{id}/positions', [{ ...begun, videoId: 'v1', watched: true }])
  renderScreen(<CourseLessons courseId="c1" enrolled />)
  const on = await screen.findByRole('link', { name: 'Continue learning' })
  expect(on.getAttribute('href')).toBe('/learn/c1/v3')
})

test('a course without lessons says so', async () => {
  reply('get', '/video-streaming/courses/{id}/videos', [])
  reply('get', '/video-streaming/courses/{id}/positions', [])
  renderScreen(<CourseLessons courseId="c1" enrolled />)
  await screen.findByText('No lessons yet')
})

test('without enrollment the lessons are listed and previews can be played', async () => {
  reply('get', '/video-streaming/courses/{id}/videos', [video, { ...third, isPreview: true }])
  renderScreen(<CourseLessons courseId="c1" enrolled={false} />)
  const [closed, preview] = await screen.findAllByRole('listitem')
  expect(closed?.textContent).toContain('Enrol to watch')
  expect(closed?.querySelector('a')).toBeNull()
  expect(preview?.textContent).toContain('Free preview')
  expect(screen.getByRole('link', { name: 'Watch preview' }).getAttribute('href')).toBe('/learn/c1/v3')
})
