import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { Thread } from './api'
import { ComplaintPage } from './complaint-page'
import { NewComplaintPage } from './new-complaint-page'
import type { ComplaintDetail } from './staff-api'
import { ThreadPage } from './thread-page'

const message = { id: 'e1', body: 'They sting', files: [], created_at: '2026-11-20T10:00:00Z' }

const thread: Thread = {
  number: 'CMP-1',
  category: 'course',
  subject: 'Bees',
  status: 'resolved',
  order_number: '',
  course_title: 'Beekeeping',
  answer_due_at: null,
  entries: [{ ...message, kind: 'message', status: '' }],
  can_answer: true,
  stars: null,
  rating_comment: '',
  created_at: message.created_at,
}

const detail: ComplaintDetail = {
  id: 'c1',
  number: 'CMP-1',
  user_id: null,
  full_name: 'Ann Lee',
  email: 'ann@lectern.test',
  category: 'course',
  subject: 'Bees',
  order_id: null,
  order_number: '',
  course_id: null,
  course_title: '',
  status: 'open',
  priority: 'normal',
  assigned_to: null,
  assignee_name: '',
  answer_due_at: '2026-11-23T10:00:00Z',
  answer_late: true,
  resolve_due_at: null,
  resolve_late: false,
  was_late: true,
  first_answer_minutes: null,
  resolution_minutes: null,
  resolved_at: null,
  closed_at: null,
  stars: null,
  rating_comment: '',
  created_at: message.created_at,
  updated_at: message.created_at,
  entries: [
    { ...message, kind: 'message', user_id: null, user_name: '', before: '', after: '', after_name: '' },
    {
      ...message,
      id: 'e2',
      kind: 'note',
      body: 'Check',
      user_id: 'u1',
      user_name: 'Asha',
      before: '',
      after: '',
      after_name: '',
    },
  ],
}

test('a visitor complains with a name and an address', async () => {
  reply('get', '/complaints/form', { form_id: 'f1' })
  const sent = reply('post', '/complaints', { number: 'CMP-1', track_path: '/complaints/secret' })
  const opened: string[] = []
  const user = renderScreen(
    <NewComplaintPage isSignedIn={false} courses={[]} orders={[]} onSent={(path) => opened.push(path)} />,
  )
  await user.type(await screen.findByLabelText(/Your name/), 'Ann')
  await user.type(screen.getByLabelText(/Email address/), 'ann@lectern.test')
  await user.selectOptions(screen.getByLabelText(/Topic/), 'Technical problem')
  await user.type(screen.getByLabelText(/Subject/), 'Bees')
  await user.type(screen.getByLabelText(/What happened/), 'They sting')
  await user.click(screen.getByRole('button', { name: 'Send complaint' }))
  await expect.poll(() => opened).toEqual(['/complaints/secret'])
  expect(sent[0]?.body).toMatchObject({ form_id: 'f1', category: 'technical', subject: 'Bees', full_name: 'Ann' })
})

test('who complained rates the resolution, and answers', async () => {
  reply('get', '/complaints/track/{token}', thread)
  const user = renderScreen(<ThreadPage token="secret" />)
  await screen.findByText('They sting')
  const rated = reply('post', '/complaints/track/{token}/rating', { ...thread, stars: 4 })
  await user.click(screen.getByRole('radio', { name: '4 stars' }))
  await user.click(screen.getByRole('button', { name: 'Save rating' }))
  await expect.poll(() => rated.map(({ body }) => body)).toEqual([{ stars: 4, comment: '' }])
  const said = reply('post', '/complaints/track/{token}/messages', { ...thread, status: 'open' })
  await user.type(screen.getByLabelText('Your message'), 'They are back')
  await user.click(screen.getByRole('button', { name: 'Send message' }))
  await screen.findByText('In progress')
  expect(said[0]?.body).toEqual({ body: 'They are back', files: [] })
})

test('an administrator sees what is late and resolves it with an answer', async () => {
  reply('get', '/users', [])
  reply('get', '/complaints/{id}', detail)
  const user = renderScreen(<ComplaintPage id="c1" onDeleted={() => undefined} />)
  await screen.findByText('Late')
  screen.getByText('Note of Asha')
  const sent = reply('post', '/complaints/{id}/messages', detail)
  await user.click(screen.getByRole('radio', { name: 'It is resolved' }))
  await user.type(screen.getByLabelText('Answer to the person'), 'They are gone')
  await user.click(screen.getByRole('button', { name: 'Send and resolve' }))
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([{ body: 'They are gone', files: [], note: false, resolve: true }])
})
