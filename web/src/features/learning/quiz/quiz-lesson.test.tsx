import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { newId } from '@/api/new-id'
import { Outbox } from '@/shared/outbox/outbox'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { withoutTime } from '@/testing/without-time'

import type { QuizAttempt, QuizOverview } from './api'
import { QuizLesson } from './quiz-lesson'

const quiz: QuizOverview = {
  lesson_id: 'l1',
  course_id: 'c1',
  title: 'Bees',
  instructions: 'Take your time.',
  format: 'plain' as const,
  questions: 2,
  time_limit_seconds: 600,
  attempts_allowed: 2,
  attempts_used: 0,
  pass_mark: 50,
  closes_at: null,
  closes_timezone: '',
  trial: false,
  running_attempt_id: '',
  refusal: '',
  best_percent: null,
  attempts: [],
}

const attempt: QuizAttempt = {
  id: 'a1',
  lesson_id: 'l1',
  course_id: 'c1',
  number: 1,
  trial: false,
  status: 'running',
  started_at: '2026-11-20T10:00:00Z',
  deadline_at: '2026-11-20T10:10:00Z',
  now: '2026-11-20T10:00:00Z',
  submitted_at: null,
  timed_out: false,
  questions: [
    {
      question_id: 'q1',
      kind: 'single',
      format: 'plain',
      prompt: 'Who dances?',
      points: 2,
      options: [
        { ref: 'x', text: 'Worker' },
        { ref: 'y', text: 'Queen' },
      ],
      answer: {},
      sequence: 0,
    },
    {
      question_id: 'q2',
      kind: 'numeric',
      format: 'plain',
      prompt: 'How many legs?',
      points: 1,
      options: [],
      answer: {},
      sequence: 0,
    },
  ],
  review: 'none',
  review_at: null,
}

const done: QuizAttempt = {
  ...attempt,
  status: 'submitted',
  submitted_at: '2026-11-20T10:05:00Z',
  questions: [],
  result: { percent: 66, earned: 2, possible: 3, passed: true, pass_mark: 50 },
}

test('an attempt is begun, answered, saved and submitted', async () => {
  reply('get', '/quizzes/{id}', quiz)
  reply('post', '/quizzes/{id}/attempts', attempt)
  const saved = reply('put', '/quiz-attempts/{id}/answers', attempt)
  const sent = reply('post', '/quiz-attempts/{id}/submit', done)
  const user = renderScreen(<QuizLesson lessonId="l1" owner="maya" />)
  await user.click(await screen.findByRole('button', { name: 'Start quiz' }))
  await user.click(await screen.findByRole('radio', { name: 'Worker' }))
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 10_000 })
  expect(saved[0]?.body).toMatchObject({ answers: [{ question_id: 'q1', options: ['x'] }] })
  await screen.findByText('All answers saved')
  screen.getByText(/^(10:00|9:5\d)$/)
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText(/1 of 2 questions has no answer yet/)
  reply('get', '/quizzes/{id}', { ...quiz, attempts_used: 1 })
  await user.click(screen.getAllByRole('button', { name: 'Submit' }).at(-1) ?? document.body)
  await screen.findByText('66%')
  screen.getByText('Passed')
  expect(sent).toHaveLength(1)
})

test('resumes a running attempt with its saved answers', async () => {
  reply('get', '/quizzes/{id}', { ...quiz, running_attempt_id: 'a1' })
  const [first, second] = attempt.questions
  if (!first || !second) throw new Error('two questions')
  reply('get', '/quiz-attempts/{id}', {
    ...attempt,
    questions: [first, { ...second, answer: { text: '6' }, sequence: 3 }],
  })
  reply('post', '/quiz-attempts/{id}/submit', done)
  const user = renderScreen(<QuizLesson lessonId="l1" owner="maya" />)
  expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('6')

  reply('get', '/quizzes/{id}', { ...quiz, attempts_used: 1 }) // none is running, and the result is still shown
  reply('get', '/quiz-attempts/{id}', done)
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await user.click((await screen.findAllByRole('button', { name: 'Submit' })).at(-1) ?? document.body)
  await screen.findByText('66%')
  await user.click(screen.getByRole('button', { name: 'Back to quiz' }))
  await screen.findByText('1 of 2 attempts used')
})

test('says why no attempt can begin, and shows errors', async () => {
  reply('get', '/quizzes/{id}', { ...quiz, refusal: 'This quiz has closed.' })
  renderScreen(<QuizLesson lessonId="l1" owner="maya" />)
  await screen.findByText('This quiz has closed.')
  expect(screen.queryByRole('button', { name: 'Start quiz' })).toBeNull()
})

test('offers to retry after an error', async () => {
  refuse('get', '/quizzes/{id}', 500, 'Something went wrong.')
  const user = renderScreen(<QuizLesson lessonId="l1" owner="maya" />)
  await screen.findByText('Something went wrong.')
  reply('get', '/quizzes/{id}', quiz)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Take your time.')
})

test('a review shows how each answer did, and the key', async () => {
  const [first] = attempt.questions
  if (!first) throw new Error('a question')
  const solution = {
    options: ['x'],
    truth: false,
    accepted: [],
    value: '',
    tolerance: '',
    explanation: 'The waggle dance',
  }
  reply('get', '/quizzes/{id}', { ...quiz, running_attempt_id: 'a1' })
  reply('get', '/quiz-attempts/{id}', {
    ...done,
    review: 'key',
    questions: [{ ...first, answer: { options: ['y'] }, outcome: 'wrong', solution }],
  })
  renderScreen(<QuizLesson lessonId="l1" owner="maya" />)
  await screen.findByText('Incorrect')
  screen.getByText('The waggle dance')
  expect(screen.getByRole('radio', { name: 'Queen' })).toHaveProperty('checked', true)
  expect(screen.getByRole('radio', { name: 'Queen' })).toHaveProperty('disabled', true)
})

const running = () => reply('get', '/quizzes/{id}', { ...quiz, running_attempt_id: 'a1' })

test('an answer given a moment before the page is hidden is sent', async () => {
  running()
  reply('get', '/quiz-attempts/{id}', attempt)
  const saved = reply('put', '/quiz-attempts/{id}/answers', attempt)
  renderScreen(<QuizLesson lessonId="l1" owner={newId()} />)
  const worker = await screen.findByRole('radio', { name: 'Worker' })
  withoutTime(() => fireEvent.click(worker))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(saved.length).toBeGreaterThan(0))
  expect(saved[0]?.body).toMatchObject({ answers: [{ question_id: 'q1', options: ['x'] }] })
})

test('answers that could not be sent before leaving the page are sent from the next one', async () => {
  const owner = newId()
  running()
  reply('get', '/quiz-attempts/{id}', attempt)
  refuse('put', '/quiz-attempts/{id}/answers', 503, 'Not just now.')
  const user = renderScreen(<QuizLesson lessonId="l1" owner={owner} />)
  await user.click(await screen.findByRole('radio', { name: 'Worker' }))
  cleanup()
  await expect.poll(() => new Outbox(owner).waiting()).toBe(1)

  const saved = reply('put', '/quiz-attempts/{id}/answers', attempt)
  renderScreen(<QuizLesson lessonId="l1" owner={owner} />)
  await screen.findByRole('radio', { name: 'Worker' })
  expect(saved[0]?.body).toMatchObject({ answers: [{ question_id: 'q1', options: ['x'] }] })
  expect(await new Outbox(owner).waiting()).toBe(0)
})

test('submitted answers are not sent again', async () => {
  running()
  reply('get', '/quiz-attempts/{id}', attempt)
  const saved = reply('put', '/quiz-attempts/{id}/answers', attempt)
  const sent = reply('post', '/quiz-attempts/{id}/submit', done)
  const user = renderScreen(<QuizLesson lessonId="l1" owner={newId()} />)
  await user.click(await screen.findByRole('radio', { name: 'Worker' }))
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await user.click((await screen.findAllByRole('button', { name: 'Submit' })).at(-1) ?? document.body)
  await screen.findByText('66%')
  const before = saved.length // the pause may already have ended
  cleanup()
  window.dispatchEvent(new Event('pagehide'))
  expect(sent).toHaveLength(1)
  expect(saved).toHaveLength(before)
})

test('a choice shows at once, whatever the network does', async () => {
  running()
  reply('get', '/quiz-attempts/{id}', attempt)
  reply('put', '/quiz-attempts/{id}/answers', attempt)
  renderScreen(<QuizLesson lessonId="l1" owner={newId()} />)
  const worker = await screen.findByRole('radio', { name: 'Worker' })
  fireEvent.click(worker)
  expect(worker).toHaveProperty('checked', true)
})

test('the next attempt begins from the result, as long as one is left', async () => {
  reply('get', '/quizzes/{id}', { ...quiz, running_attempt_id: 'a1' })
  reply('get', '/quiz-attempts/{id}', done)
  const started = reply('post', '/quizzes/{id}/attempts', { ...attempt, id: 'a2', number: 2 })
  const user = renderScreen(<QuizLesson lessonId="l1" owner={newId()} />)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('radio', { name: 'Worker' })
  expect(started).toHaveLength(1)
  cleanup()
  reply('get', '/quizzes/{id}', {
    ...quiz,
    running_attempt_id: 'a1',
    refusal: 'You have used all attempts at this quiz.',
  })
  reply('get', '/quiz-attempts/{id}', done)
  renderScreen(<QuizLesson lessonId="l1" owner={newId()} />)
  await screen.findByRole('button', { name: 'Back to quiz' })
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
