import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { CourseComment } from './api'
import { CourseCommentsPage } from './course-comments-page'

const question: CourseComment = {
  id: 'm1',
  courseId: 'c1',
  lessonId: 'l1',
  lessonTitle: 'Kneading',
  threadId: '',
  authorName: 'Ann Lee',
  isInstructor: false,
  isOwn: false,
  replies: 0,
  format: 'plain',
  body: 'How long?',
  createdAt: '2026-11-20T10:00:00Z',
  editedAt: null,
  deletedAt: null,
  hiddenAt: null,
  hiddenReason: '',
  awaitsAnswer: true,
}

test('an instructor replies to a question in the list of the course', async () => {
  const listed = reply('get', '/progress/courses/{id}/comments', [question])
  reply('get', '/progress/lessons/{id}/comments', [])
  const sent = reply('post', '/progress/lessons/{id}/comments', { ...question, threadId: 'm1' })
  const onUnanswered = vi.fn()
  const user = renderScreen(<CourseCommentsPage courseId="c1" unanswered onUnanswered={onUnanswered} />)
  expect((await screen.findByRole('link', { name: 'Kneading' })).getAttribute('href')).toBe('/learn/c1/l1')
  expect(listed[0]?.query).toContain('unanswered=true')
  await user.click(screen.getByRole('button', { name: 'Reply' }))
  await user.type(await screen.findByLabelText('Your reply'), 'Ten minutes')
  await user.click(screen.getByRole('button', { name: 'Post reply' }))
  await expect.poll(() => sent[0]?.body).toMatchObject({ threadId: 'm1' })
  await expect.poll(() => listed.length).toBeGreaterThan(1)
  await user.click(screen.getByRole('radio', { name: 'All' }))
  expect(onUnanswered).toHaveBeenCalledWith(false)
})
