import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { FeedbackPage } from './feedback-page'
import { ReceivedFeedbackPage } from './received-page'

test('a visitor sends feedback, and reads what others say', async () => {
  reply('get', '/feedback/form', { form_id: 'f1' })
  reply('get', '/feedback/published', [
    { id: 't1', first_name: 'Ben', rating: 5, text: 'I love it', created_at: '2026-11-20T10:00:00Z' },
  ])
  const sent = reply('post', '/feedback', {})
  const user = renderScreen(<FeedbackPage isSignedIn={false} />)
  await screen.findByText('I love it')
  await user.click(screen.getByRole('radio', { name: '4 stars' }))
  await user.type(screen.getByLabelText(/Your feedback/), 'Quick')
  await user.type(screen.getByLabelText(/Your name/), 'Ann')
  await user.type(screen.getByLabelText(/Email address/), 'ann@lectern.test')
  await user.click(screen.getByRole('button', { name: 'Send feedback' }))
  await screen.findByText('Feedback sent. Thank you.')
  expect(sent[0]?.body).toMatchObject({ rating: 4, text: 'Quick', publish_consent: false, form_id: 'f1' })
})

test('an administrator publishes only what its author agreed to', async () => {
  const feedback = {
    user_id: null,
    email: 'ann@lectern.test',
    rating: 4,
    status: 'new' as const,
    published_at: null,
    created_at: '2026-11-20T10:00:00Z',
  }
  reply('get', '/feedback', [
    { ...feedback, id: 'a', full_name: 'Ann', text: 'Quick', publish_consent: true },
    { ...feedback, id: 'b', full_name: 'Ben', text: 'Slow', publish_consent: false },
  ])
  const user = renderScreen(<ReceivedFeedbackPage />)
  await screen.findByText('Not agreed to publish')
  const decided = reply('patch', '/feedback/{id}', {
    ...feedback,
    id: 'a',
    full_name: 'Ann',
    text: 'Quick',
    publish_consent: true,
    status: 'published',
  })
  await user.click(screen.getByRole('button', { name: 'Publish feedback of Ann' }))
  await expect.poll(() => decided.map(({ body }) => body)).toEqual([{ status: 'published' }])
})
