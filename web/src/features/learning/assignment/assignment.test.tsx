import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { newId } from '@/api/new-id'
import { Outbox } from '@/shared/outbox/outbox'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { write } from '@/testing/write'

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
    draft_format: 'plain',
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
  format: 'plain' as const,
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
  await write('Your text', '<p>Bees came.</p>')
  await waitFor(() => expect(kept.at(-1)?.body).toMatchObject({ text: '<p>Bees came.</p>', format: 'html' }), {
    timeout: 10_000,
  })
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
  await write('Your text', '<p>Bees came.</p>')
  cleanup()
  await waitFor(() => expect(kept.at(-1)?.body).toMatchObject({ text: '<p>Bees came.</p>', format: 'html' }))
})

test('a draft that could not be sent is kept on the device, and only the newest is sent', async () => {
  const owner = newId()
  reply('get', '/assignments/{id}', overview)
  refuse('put', '/assignments/{id}/draft', 503, 'Not just now.')
  renderScreen(<AssignmentLesson lessonId="l1" owner={owner} />)
  await write('Your text', '<p>Bees</p>')
  window.dispatchEvent(new Event('pagehide'))
  await screen.findByText(/Not saved: Not just now/)
  await write('Your text', '<p>Bees came.</p>')
  cleanup()
  await expect.poll(() => new Outbox(owner).waiting()).toBe(2)

  const kept = reply('put', '/assignments/{id}/draft', overview)
  renderScreen(<AssignmentLesson lessonId="l1" owner={owner} />)
  await screen.findByRole('textbox', { name: 'Your text' })
  expect(kept.map(({ body }) => body)).toMatchObject([{ text: '<p>Bees came.</p>', format: 'html' }])
})

test('a refusal keeps the text', async () => {
  reply('get', '/assignments/{id}', { ...overview, submission: { ...overview.submission, draft_text: 'Bees' } })
  reply('put', '/assignments/{id}/draft', overview)
  refuse('post', '/assignments/{id}/hand-in', 409, 'This assignment was due, and late work is not accepted.')
  const user = renderScreen(<AssignmentLesson lessonId="l1" owner="maya" />)
  await user.click(await screen.findByRole('button', { name: 'Hand in' }))
  await user.click((await screen.findAllByRole('button', { name: 'Hand in' })).at(-1) ?? document.body)
  await screen.findByText('This assignment was due, and late work is not accepted.')
  expect((await screen.findByRole('textbox', { name: 'Your text' })).textContent).toBe('Bees')
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

const page = { courseId: 'c1', assignments: [{ id: 'l1', title: 'Watch a hive' }] }

const detail: SubmissionDetail = {
  ...row,
  course_id: 'c1',
  revision: 0,
  criteria: [{ ref: 'c1', title: 'Care', points: 4 }],
  versions: [version],
  returned_at: null,
}

test('a submission is opened from the list, with its filters', async () => {
  const asked = reply('get', '/assignments/courses/{id}/submissions', [
    { ...row, status: 'graded', score: { earned: 3.5, possible: 4, percent: 87 } },
  ])
  const returned = reply('post', '/assignments/courses/{id}/submissions/return', { returned: 1, not_graded: 0 })
  const onFilters = vi.fn()
  const filters = { status: 'graded', search: 'may', order: 'newest' } as const
  const user = renderScreen(<GradingPage {...page} filters={filters} onFilters={onFilters} />)
  await screen.findByText('3.5 of 4')
  expect(asked[0]?.query).toContain('status=graded&search=may&order=newest')
  await user.click(screen.getByRole('checkbox', { name: 'Select Maya Osei' }))
  await user.click(screen.getByRole('button', { name: 'Return 1 graded submission' }))
  await expect.poll(() => returned[0]?.body).toEqual({ ids: ['s1'] })
  await user.selectOptions(screen.getByLabelText('Assignment'), 'Watch a hive')
  expect(onFilters).toHaveBeenLastCalledWith({ ...filters, lesson: 'l1' })
  await user.click(screen.getByRole('button', { name: 'Grade submission from Maya Osei' }))
  expect(onFilters).toHaveBeenLastCalledWith({ ...filters, submission: 's1' })
})

test('a submission is graded by its rubric and returned in one act, and the next one opens', async () => {
  reply('get', '/assignments/courses/{id}/submissions', [row, { ...row, id: 's2', full_name: 'Ben Ode' }])
  reply('get', '/submissions/{id}', detail)
  const sent = reply('post', '/submissions/{id}/grade-and-return', { ...detail, status: 'returned', revision: 1 })
  const onFilters = vi.fn()
  const user = renderScreen(
    <GradingPage {...page} filters={{ status: 'to_grade', submission: 's1' }} onFilters={onFilters} />,
  )
  await user.click(await screen.findByRole('radio', { name: '3' }))
  screen.getByText('Total: 2.7 of 4 points')
  screen.getByText('3 points less 10% for being late.')
  await screen.findByText('1 of 2')
  await write('Comment', '<p>Well seen</p>')
  await user.keyboard('j')
  expect(onFilters).toHaveBeenLastCalledWith({ status: 'to_grade', submission: 's2' })
  onFilters.mockClear()
  await user.click(screen.getByRole('button', { name: 'Save and return' }))
  await waitFor(() => expect(onFilters).toHaveBeenLastCalledWith({ status: 'to_grade', submission: 's2' }))
  expect(sent[0]?.body).toEqual({
    revision: 0,
    number: 1,
    marks: [{ ref: 'c1', points: 3 }],
    comment: '<p>Well seen</p>',
    format: 'html',
    done: true,
  })
})

test('a refused grade keeps what was written', async () => {
  reply('get', '/assignments/courses/{id}/submissions', [row])
  reply('get', '/submissions/{id}', detail)
  refuse('post', '/submissions/{id}/grade-and-return', 412, 'Another instructor has graded this.')
  const user = renderScreen(<GradingPage {...page} filters={{ submission: 's1' }} onFilters={() => {}} />)
  await write('Comment', '<p>Well seen</p>')
  await user.type(screen.getByLabelText('Care (0 to 4)'), '3.5')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await screen.findByText('Another instructor has graded this.')
  expect(screen.getByRole('textbox', { name: 'Comment' }).textContent).toBe('Well seen')
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
