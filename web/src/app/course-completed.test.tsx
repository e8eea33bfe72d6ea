import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { type Schema, session } from '@/api/client'
import { enhancedDetail, leaderboard } from '@/features/learning/analytics/fixtures'
import { detail, maya, noCurriculum, signedIn } from '@/testing/fixtures'
import { renderApp } from '@/testing/render'
import { reply } from '@/testing/server'

const enrolled: Schema<'CourseDetail'> = {
  ...detail,
  outcomes: ['Keep a service up'],
  enrollment: {
    id: 'e1',
    course_id: 'c1',
    status: 'active',
    ends_at: null,
    createdAt: '2026-08-20T10:00:00Z',
    updatedAt: '2026-08-20T10:00:00Z',
  },
}
const [first] = enhancedDetail.lessons
const completed: Schema<'EnhancedCourseDetail'> = {
  ...enhancedDetail,
  status: 'completed',
  completedAt: '2026-09-01T10:00:00Z',
  completedLessons: 4,
  lessons: first ? [first, { ...first, lessonId: 'l2', position: 2, type: 'quiz', title: 'Retries', score: 90 }] : [],
}

beforeEach(() => {
  session.start(signedIn)
  reply('get', '/profile/me/permissions', { user: maya, roles: ['student'], operations: [] })
  reply('get', '/courses/{id}', enrolled)
  reply('get', '/courses/{id}/related', [{ ...detail, id: 'c2', title: 'Queues' }])
  reply('get', '/curriculum/course/{id}', noCurriculum)
  reply('get', '/enhanced-progress/courses/{id}/leaderboard', leaderboard)
})

test('says what was achieved, with what was learned and where to learn next', async () => {
  reply('get', '/enhanced-progress/courses/{id}', completed)
  renderApp('/learn/c1/completed')
  await screen.findByRole('heading', { level: 1, name: 'Course completed' })
  screen.getByText('You completed “Go services that stay up” on Sep 1, 2026.')
  expect(screen.getByText('Lessons completed').parentElement?.textContent).toBe('Lessons completed4of 4 required')
  screen.getByText('Keep a service up')
  const rows = within(screen.getByRole('table', { name: 'Results' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['LessonBest scoreCompleted on', '2. Retries90%Sep 1, 2026'])
  await screen.findByRole('link', { name: 'Queues' })
})

test('who has not completed the course is led to it', async () => {
  reply('get', '/enhanced-progress/courses/{id}', enhancedDetail)
  const { router } = renderApp('/learn/c1/completed')
  await waitFor(() => expect(router.state.location.pathname).toBe('/courses/c1'))
})

test('who is not enrolled is led to the course', async () => {
  reply('get', '/courses/{id}', detail)
  const { router } = renderApp('/learn/c1/completed')
  await waitFor(() => expect(router.state.location.pathname).toBe('/courses/c1'))
})

test('progress from before the course was completed does not lead away', async () => {
  reply('get', '/enhanced-progress/courses/{id}', enhancedDetail)
  const { router } = renderApp('/progress/c1')
  await screen.findByText('25%')
  reply('get', '/enhanced-progress/courses/{id}', completed)
  await router.navigate({ to: '/learn/$courseId/completed', params: { courseId: 'c1' } })
  await screen.findByRole('heading', { level: 1, name: 'Course completed' })
  expect(router.state.location.pathname).toBe('/learn/c1/completed')
})
