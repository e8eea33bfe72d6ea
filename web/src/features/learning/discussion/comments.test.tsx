import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { write } from '@/testing/write'

import type { Comment } from './api'
import { Comments } from './comments'

const comment: Comment = {
  id: 'k1',
  courseId: 'c1',
  lessonId: 'l1',
  threadId: '',
  authorName: 'Tomás Rivera',
  isInstructor: true,
  isOwn: false,
  replies: 0,
  format: 'plain',
  body: '<img src=x onerror=alert(1)>',
  createdAt: '2026-11-20T10:00:00Z',
  editedAt: null,
  deletedAt: null,
  hiddenAt: null,
  hiddenReason: '',
  awaitsAnswer: false,
}

test('comments show as plain text, with a badge for instructors', async () => {
  reply('get', '/progress/lessons/{id}/comments', [
    comment,
    { ...comment, id: 'k2', authorName: '', isInstructor: false, deletedAt: comment.createdAt, body: '' },
  ])
  renderScreen(<Comments lessonId="l1" staff={false} />)
  const [first, second] = within(await screen.findByRole('list', { name: 'Comments' })).getAllByRole('listitem')
  expect(first?.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(first?.textContent).toContain('Instructor')
  expect(first?.querySelector('img')).toBeNull()
  expect(second?.textContent).toContain('This comment was deleted.')
  expect(screen.queryByRole('button', { name: /Edit|Delete|Hide/ })).toBeNull()
})

test('users edit their own comments, and staff can hide any', async () => {
  reply('get', '/progress/lessons/{id}/comments', [{ ...comment, isOwn: true }])
  const hidden = reply('put', '/progress/comments/{id}/hidden', comment)
  const edited = reply('put', '/progress/comments/{id}', comment)
  const user = renderScreen(<Comments lessonId="l1" staff />)
  await user.click(await screen.findByRole('button', { name: 'Hide' }))
  await user.type(await screen.findByLabelText('Reason'), 'No advertising')
  await user.click(screen.getByRole('button', { name: 'Hide comment' }))
  await expect.poll(() => hidden[0]?.body).toEqual({ hidden: true, reason: 'No advertising' })
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  await write('Your comment', '<p>Better</p>')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expect.poll(() => edited[0]?.body).toEqual({ body: '<p>Better</p>', format: 'html' })
})

test('a reply is sent to its thread, and refused text is kept', async () => {
  reply('get', '/progress/lessons/{id}/comments', [comment])
  refuse('post', '/progress/lessons/{id}/comments', 404, 'There is no such comment.')
  const user = renderScreen(<Comments lessonId="l1" staff={false} />)
  await user.click(await screen.findByRole('button', { name: 'Reply' }))
  reply('get', '/progress/lessons/{id}/comments', [])
  await write('Your reply', '<p>Yes</p>')
  await user.click(screen.getByRole('button', { name: 'Post reply' }))
  await screen.findByText('There is no such comment.')
  const sent = reply('post', '/progress/lessons/{id}/comments', { ...comment, id: 'k3' })
  await user.click(screen.getByRole('button', { name: 'Post reply' }))
  await expect.poll(() => sent[0]?.body).toEqual({ body: '<p>Yes</p>', format: 'html', threadId: 'k1' })
})

test('a hidden comment leaves a placeholder, and its author sees the reason', async () => {
  const hiddenAt = comment.createdAt
  reply('get', '/progress/lessons/{id}/comments', [
    { ...comment, authorName: '', isInstructor: false, body: '', hiddenAt },
    { ...comment, id: 'k2', isOwn: true, body: 'Buy bees', hiddenAt, hiddenReason: 'No advertising' },
  ])
  renderScreen(<Comments lessonId="l1" staff={false} />)
  const [others, own] = within(await screen.findByRole('list', { name: 'Comments' })).getAllByRole('listitem')
  expect(others?.textContent).toContain('This comment was hidden by the course team.')
  expect(others?.textContent).not.toContain('Deleted account')
  expect(own?.textContent).toContain('Buy bees')
  expect(own?.textContent).toContain('Hidden by the course team: No advertising')
})
