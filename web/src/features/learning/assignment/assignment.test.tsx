import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { newId } from '@/api/new-id'
import { Outbox } from '@/shared/outbox/outbox'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { withoutTime } from '@/testing/without-time'

import type { AssignmentOverview, SubmissionDetail } from './api'
import { AssignmentLesson } from './assignment-lesson'
import { GradingPage } from './grading-page'

const overview: AssignmentOverview = {
  lesson_id: 'l1',
  course_id: 'c1',
  title: 'Watch a hive',
  now: '2026-11-20T10:00:00Z',
  refusal: '',
  settings: {
    instructions: 'Sit still.',
    accepts: ['text', 'file'],
    max_files: 5,
    max_file_size: 1024,
    rubric: [{ ref: 'c1', title: 'Care', points: 4 }],
  },
  submission: {
    status: 'not_submitted',
    number: 0,
    late: false,
    missing: false,
    excused: false,
    draft_text: '',
    draft_link: '',
    draft_sequence: 0,
    draft_files: [],
    versions: [],
    returned_at: null,
  },
}

const version = {
  number: 1,
  text: 'Bees came.',
  link: '',
  files: [],
  submitted_at: '2026-11-20T10:00:00Z',
  late: true,
  penalty_percent: 10,
}

test('a draft is written, saved and handed in', async () => {
  reply('get', '/assignments/{id}', overview)
  const kept = reply('put', '/assignments/{id}/draft', overview)
  const submission = { ...overview.submission, status: 'submitted' as const, number: 1, versions: [version] }
  const handed = reply('post', '/assignments/{id}/hand-in', {
    ...overview,
    refusal: 'It cannot be handed in again.',
    submission,
  })
  const user = renderScreen(<AssignmentLesson lessonId="l1" owner="maya" />)
  await user.type(await screen.findByLabelText('Your text'), 'Bees came.')
  await waitFor(() => expect(kept.at(-1)?.body).toMatchObject({ text: 'Bees came.' }), { timeout: 10_000 })
  await user.click(screen.getByRole('button', { name: 'Hand in' }))
  await screen.findByText("You can't change a submission once it is handed in.")
  await user.click(screen.getAllByRole('button', { name: 'Hand in' }).at(-1) ?? document.body)
  await screen.findByText('It cannot be handed in again.')
  screen.getByText('Late: 10% deducted')
  expect(handed[0]?.body).toEqual({ number: 1 })
})

test('text written a moment before leaving the page is saved', async () => {
  reply('get', '/assignments/{id}', overview)
  const kept = reply('put', '/assignments/{id}/draft', overview)
  renderScreen(<AssignmentLesson lessonId="l1" owner={newId()} />)
  const text = await screen.findByLabelText('Your text')
  withoutTime(() => fireEvent.change(text, { target: { value: 'Bees came.' } }))
  cleanup()
  await waitFor(() => expect(kept.at(-1)?.body).toMatchObject({ text: 'Bees came.' }))
})

test('a draft that could not be sent is kept on the device, and only the newest is sent', async () => {
  const owner = newId()
  reply('get', '/assignments/{id}', overview)
  refuse('put', '/assignments/{id}/draft', 503, 'Not just now.')
  const user = renderScreen(<AssignmentLesson lessonId="l1" owner={owner} />)
  await user.type(await screen.findByLabelText('Your text'), 'Bees')
  window.dispatchEvent(new Event('pagehide'))
  await screen.findByText(/Not saved: Not just now/)
  await user.type(screen.getByLabelText('Your text'), ' came.')
  cleanup()
  await expect.poll(() => new Outbox(owner).waiting()).toBe(2)

  const kept = reply('put', '/assignments/{id}/draft', overview)
  renderScreen(<AssignmentLesson lessonId="l1" owner={owner} />)
  await screen.findByLabelText('Your text')
  expect(kept.map(({ body }) => body)).toMatchObject([{ text: 'Bees came.' }])
})

test('a refusal keeps the text', async () => {
  reply('get', '/assignments/{id}', { ...overview, submission: { ...overview.submission, draft_text: 'Bees' } })
  reply('put', '/assignments/{id}/draft', overview)
  refuse('post', '/assignments/{id}/hand-in', 409, 'This assignment was due, and late work is not accepted.')
  const user = renderScreen(<AssignmentLesson lessonId="l1" owner="maya" />)
  await user.click(await screen.findByRole('button', { name: 'Hand in' }))
  await user.click((await screen.findAllByRole('button', { name: 'Hand in' })).at(-1) ?? document.body)
  await screen.findByText('This assignment was due, and late work is not accepted.')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your text').value).toBe('Bees')
})

const row = {
  id: 's1',
  lesson_id: 'l1',
  lesson_title: 'Watch a hive',
  user_id: 'u1',
  full_name: 'Maya Osei',
  status: 'submitted' as const,
  number: 1,
  late: true,
  excused: false,
  submitted_at: '2026-11-20T10:00:00Z',
}

const detail: SubmissionDetail = {
  ...row,
  course_id: 'c1',
  revision: 0,
  criteria: [{ ref: 'c1', title: 'Care', points: 4 }],
  versions: [version],
  returned_at: null,
}

test('a submission is opened from the list', async () => {
  reply('get', '/assignments/courses/{id}/submissions', [row])
  const onFilters = vi.fn()
  const user = renderScreen(
    <GradingPage
      courseId="c1"
      assignments={[{ id: 'l1', title: 'Watch a hive' }]}
      filters={{ status: 'to_grade' }}
      onFilters={onFilters}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Open submission from Maya Osei' }))
  expect(onFilters).toHaveBeenLastCalledWith({ status: 'to_grade', submission: 's1' })
})

test('a submission is graded by its rubric and returned', async () => {
  reply('get', '/assignments/courses/{id}/submissions', [row])
  reply('get', '/submissions/{id}', detail)
  const graded = { ...detail, status: 'graded' as const, revision: 1 }
  const sent = reply('put', '/submissions/{id}/grade', graded)
  const returned = reply('post', '/submissions/{id}/return', { ...graded, status: 'returned' })
  const user = renderScreen(
    <GradingPage
      courseId="c1"
      assignments={[{ id: 'l1', title: 'Watch a hive' }]}
      filters={{ submission: 's1' }}
      onFilters={() => {}}
    />,
  )
  await user.type(await screen.findByLabelText('Care (0 to 4)'), '3.5')
  await user.type(screen.getByLabelText('Feedback on Care'), 'Well seen')
  await user.click(screen.getByRole('button', { name: 'Save grade' }))
  await user.click(await screen.findByRole('button', { name: 'Return to learner' }))
  await waitFor(() => expect(returned).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    revision: 0,
    number: 1,
    marks: [{ ref: 'c1', points: 3.5, comment: 'Well seen' }],
    comment: '',
    done: true,
  })
})

test('distinguishes nothing left to grade from no submissions', async () => {
  reply('get', '/assignments/courses/{id}/submissions', [])
  renderScreen(
    <GradingPage courseId="c1" assignments={[{ id: 'l1', title: 'Watch a hive' }]} filters={{}} onFilters={() => {}} />,
  )
  await screen.findByText('No submissions yet')
})

test('learners who have handed in nothing are listed and can be excused', async () => {
  const learner = { user_id: 'u1', full_name: 'Maya Osei', excused: false }
  reply('get', '/assignments/{id}/missing', [learner])
  const sent = reply('post', '/assignments/{id}/learners/{userId}/excuse', {})
  const user = renderScreen(
    <GradingPage
      courseId="c1"
      assignments={[{ id: 'l1', title: 'Watch a hive' }]}
      filters={{ status: 'missing' }}
      onFilters={() => {}}
    />,
  )
  await user.click(await screen.findByRole('button', { name: 'Excuse Maya Osei' }))
  reply('get', '/assignments/{id}/missing', [{ ...learner, excused: true }])
  await user.click(await screen.findByRole('button', { name: 'Excuse' }))
  await screen.findByRole('button', { name: 'Undo excuse for Maya Osei' })
  expect(sent).toMatchObject([{ path: '/assignments/l1/learners/u1/excuse', body: { excused: true } }])
})
