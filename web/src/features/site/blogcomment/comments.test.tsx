import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { BlogComment, ModeratedComment } from './api'
import { Comments } from './comments'
import { CommentModerationPage } from './moderation-page'

const comment: BlogComment = {
  id: 'k1',
  postId: 'p1',
  threadId: '',
  authorName: 'Ann Ø.',
  answersName: '',
  isAuthor: false,
  isOwn: false,
  isReported: false,
  body: '<img src=x onerror=alert(1)> see https://bees.test/dance.',
  isWaiting: false,
  isDeleted: false,
  mayEdit: false,
  replies: 0,
  createdAt: '2026-11-20T10:00:00Z',
  editedAt: null,
}

const form: Schema<'BlogCommentForm'> = { stamp: 's1', isOpen: true, waits: true, blocked: '' }

const open = (comments: BlogComment[], signedIn = true, of = form) => {
  reply('get', '/blogs/{id}/comments', comments)
  reply('get', '/blogs/{id}/comments/form', of)
  return renderScreen(<Comments postId="p1" slug="bees" signedIn={signedIn} />)
}

test('comments are plain text, with links that search engines do not follow', async () => {
  open([comment, { ...comment, id: 'k2', isDeleted: true, body: '', authorName: '' }], false)
  const [first, second] = within(await screen.findByRole('list', { name: 'Comments' })).getAllByRole('listitem')
  expect(first?.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(first?.querySelector('img')).toBeNull()
  const link = first?.querySelector('a')
  expect(link?.getAttribute('href')).toBe('https://bees.test/dance')
  expect(link?.getAttribute('rel')).toContain('nofollow ugc')
  expect(second?.textContent).toBe('This comment was deleted.')
  expect(screen.queryByRole('button', { name: /Reply|Report/ })).toBeNull()
})

test('a comment is sent with the stamp of its form, and a refused one is kept', async () => {
  const user = open([])
  refuse('post', '/blogs/{id}/comments', 429, 'Too many comments.')
  await user.type(await screen.findByLabelText('Your comment'), 'Hello')
  await user.click(await screen.findByRole('button', { name: 'Post comment' }))
  await screen.findByText('Too many comments.')
  const sent = reply('post', '/blogs/{id}/comments', { ...comment, isWaiting: true })
  await user.click(screen.getByRole('button', { name: 'Post comment' }))
  await expect
    .poll(() => sent[0]?.body)
    .toEqual({ body: 'Hello', threadId: '', answersId: '', website: '', stamp: 's1' })
})

test('a closed post and a blocked user have no form', async () => {
  open([], true, { ...form, isOpen: false })
  await screen.findByText('This post no longer takes comments.')
  expect(screen.queryByLabelText('Your comment')).toBeNull()
})

const waiting: ModeratedComment = {
  ...comment,
  authorId: 'u1',
  authorFullName: 'Ann Øre',
  isBlocked: false,
  postTitle: 'Bees',
  postSlug: 'bees',
  status: 'pending',
  score: 5,
  reasons: ['repeated_text'],
  reports: 0,
  reason: '',
  decidedAt: null,
}

test('administrators decide on several comments at once, and can undo it', async () => {
  reply('get', '/blogs/comments', [waiting, { ...waiting, id: 'k2' }])
  const user = renderScreen(<CommentModerationPage queue="pending" onQueue={() => undefined} />)
  await screen.findAllByText('Same text as another comment')
  const decided = reply('put', '/blogs/comments/bulk', [{ id: 'k1', status: 'spam', before: 'pending' }])
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  await user.click(screen.getAllByRole('button', { name: 'Spam' })[0] ?? screen.getByRole('alert'))
  await expect.poll(() => decided[0]?.body).toEqual({ ids: ['k1', 'k2'], status: 'spam', reason: '' })
})
