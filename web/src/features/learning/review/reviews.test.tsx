import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply, tagOf } from '@/testing/server'
import type { ReportedReview, Review } from './api'
import { ModerationPage } from './moderation-page'
import { ReviewPrompt } from './review-prompt'
import { Reviews } from './reviews'

const review: Review = {
  id: 'r1',
  courseId: 'c1',
  authorName: 'Maya O.',
  isOwn: false,
  stars: 4,
  body: '<img src=x onerror=alert(1)>',
  createdAt: '2026-11-20T10:00:00Z',
  editedAt: null,
  answer: '',
  answerName: '',
  answeredAt: null,
  answerEditedAt: null,
  isReported: false,
  hiddenAt: null,
  hiddenReason: '',
  etag: '"v1-"',
}

const own = { mayReview: true, obstacle: '' as const, percent: 40, requiredPercent: 25, shownName: 'Ann L.' }
const rating = { average: 4, count: 1, distribution: [0, 0, 0, 1, 0] }

function open({ signedIn = true, canTeach = false, with: shown = [review] } = {}) {
  const listed = reply('get', '/courses/{id}/reviews', shown)
  const user = renderScreen(<Reviews courseId="c1" rating={rating} signedIn={signedIn} canTeach={canTeach} />)
  return { user, listed }
}

test('reviews are plain text, listed by stars and order', async () => {
  const { user, listed } = open({ signedIn: false })
  const item = await screen.findByRole('listitem')
  expect(item.textContent).toContain('<img src=x onerror=alert(1)>')
  expect(item.querySelector('img')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Report' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '4 stars: 1 review' }))
  await expect.poll(() => listed.at(-1)?.query).toContain('stars=4')
  await user.selectOptions(screen.getByLabelText('Sort by'), 'lowest')
  await expect.poll(() => listed.at(-1)?.query).toContain('sort=lowest')
})

test('a learner writes a review over the version that they have seen', async () => {
  reply('get', '/courses/{id}/reviews/own', own)
  const sent = reply('put', '/courses/{id}/reviews/own', own)
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: '5 stars' }))
  await user.type(screen.getByLabelText('Your review'), 'Clear')
  await user.click(screen.getByRole('button', { name: 'Publish review' }))
  await expect.poll(() => sent[0]?.body).toEqual({ stars: 5, body: 'Clear' })
  expect(sent[0]?.tag).toBe(tagOf(own))
})

test('too early, it says from when on', async () => {
  reply('get', '/courses/{id}/reviews/own', { ...own, mayReview: false, obstacle: 'too_early', percent: 10 })
  open()
  await screen.findByText('You can review this course once you have completed 25% of it. You have completed 10%.')
  expect(screen.queryByRole('button', { name: 'Publish review' })).toBeNull()
})

test('a refused review is kept', async () => {
  reply('get', '/courses/{id}/reviews/own', own)
  refuse('put', '/courses/{id}/reviews/own', 403, 'Only learners of this course can review it.')
  const { user } = open()
  await user.type(await screen.findByLabelText('Your review'), 'Clear')
  await user.click(screen.getByRole('button', { name: 'Publish review' }))
  await screen.findByText('Only learners of this course can review it.')
  expect(screen.getByLabelText('Your review')).toHaveProperty('value', 'Clear')
})

test('authors edit and delete their review, and learn why it is hidden', async () => {
  reply('get', '/courses/{id}/reviews/own', { ...own, review: { ...review, isOwn: true } })
  const removed = reply('delete', '/courses/{id}/reviews/own', {})
  const { user } = open({ with: [{ ...review, isOwn: true }] })
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete review' }))
  await expect.poll(() => removed.length).toBe(1)
})

test('others report, and teachers answer', async () => {
  reply('get', '/courses/{id}/reviews/own', { ...own, mayReview: false, obstacle: 'teaches' })
  const reported = reply('post', '/reviews/{id}/reports', {})
  const answered = reply('put', '/reviews/{id}/answer', review)
  const { user } = open({ canTeach: true })
  await user.click(await screen.findByRole('button', { name: 'Report' }))
  await user.click(await screen.findByRole('radio', { name: 'Not about the course' }))
  await user.click(screen.getByRole('button', { name: 'Report review' }))
  await expect.poll(() => reported[0]?.body).toEqual({ reason: 'off_topic', details: '' })
  await user.click(await screen.findByRole('button', { name: 'Answer' }))
  await user.type(await screen.findByLabelText('Your answer'), 'Thank you')
  await user.click(screen.getByRole('button', { name: 'Save answer' }))
  await expect.poll(() => answered[0]?.body).toEqual({ text: 'Thank you' })
  expect(answered[0]?.tag).toBe('"v1-"')
})

test('an answer to a review that has changed is kept, beside the review as it is now', async () => {
  reply('get', '/courses/{id}/reviews/own', { ...own, mayReview: false, obstacle: 'teaches' })
  refuse('put', '/reviews/{id}/answer', 412, 'This review has changed. Read it again, then save your answer.')
  const { user } = open({ canTeach: true })
  await user.click(await screen.findByRole('button', { name: 'Answer' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Your answer'), 'Thank you')
  const newer = { ...review, body: 'Changed my mind', answer: 'Answered by a colleague', etag: '"v2-"' }
  reply('get', '/courses/{id}/reviews', [newer])
  await user.click(dialog.getByRole('button', { name: 'Save answer' }))
  await dialog.findByText('Changed my mind')
  expect(dialog.getByText('Answered by a colleague')).toBeDefined()
  expect(dialog.getByLabelText('Your answer')).toHaveProperty('value', 'Thank you')
  const answered = reply('put', '/reviews/{id}/answer', newer)
  await user.click(dialog.getByRole('button', { name: 'Save answer' }))
  await expect.poll(() => answered[0]?.tag).toBe('"v2-"')
})

test('administrators hide a reported review, or keep it', async () => {
  const toDecide: ReportedReview = {
    ...review,
    authorId: 'u1',
    authorFullName: 'Maya Osei',
    courseTitle: 'Bread',
    reports: [
      {
        reason: 'spam',
        details: 'An advertisement',
        reporterId: 'u2',
        reporterName: 'Ann',
        createdAt: review.createdAt,
      },
    ],
  }
  reply('get', '/reviews', [toDecide])
  const decided = reply('put', '/reviews/{id}/hidden', review)
  const user = renderScreen(<ModerationPage state="reported" onState={() => {}} />)
  const reports = await screen.findByRole('list', { name: 'Reports' })
  expect(within(reports).getByRole('listitem').textContent).toContain('Advertising or spam')
  await user.click(screen.getByRole('button', { name: 'Keep review' }))
  await expect.poll(() => decided[0]?.body).toEqual({ hidden: false })
  await user.click(screen.getByRole('button', { name: 'Hide review' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByLabelText('Reason'), 'Spam')
  await user.click(within(dialog).getByRole('button', { name: 'Hide review' }))
  await expect.poll(() => decided[1]?.body).toEqual({ hidden: true, reason: 'Spam' })
})

test('on a lesson, learners are asked once they may review the course', async () => {
  reply('get', '/courses/{id}/reviews/own', own)
  const sent = reply('put', '/courses/{id}/reviews/own', own)
  const user = renderScreen(<ReviewPrompt courseId="c1" />)
  await user.click(await screen.findByRole('button', { name: 'Write a review' }))
  await user.click(screen.getByRole('radio', { name: '3 stars' }))
  await user.click(screen.getByRole('button', { name: 'Publish review' }))
  await expect.poll(() => sent[0]?.body).toEqual({ stars: 3, body: '' })
})

test.each([
  ['too early', { ...own, mayReview: false, obstacle: 'too_early' as const }],
  ['after they have written one', { ...own, review: { ...review, isOwn: true } }],
])('on a lesson, learners are not asked %s', async (_, mine) => {
  const asked = reply('get', '/courses/{id}/reviews/own', mine)
  renderScreen(
    <>
      <ReviewPrompt courseId="c1" />
      <Reviews courseId="c1" rating={{ ...rating, count: 0 }} signedIn canTeach={false} />
    </>,
  )
  await screen.findByText(mine.obstacle ? /You can review this course once/ : 'Your review')
  expect(asked).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Write a review' })).toBeNull()
})
