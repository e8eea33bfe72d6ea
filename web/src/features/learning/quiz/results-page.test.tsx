import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { type ResultsFilters, ResultsPage } from './results-page'

const quizzes = [{ id: 'l1', title: 'Bees' }]
const page = (filters: ResultsFilters, onFilters = vi.fn()) => {
  const user = renderScreen(<ResultsPage quizzes={quizzes} filters={filters} onFilters={onFilters} />)
  return { user, onFilters }
}

const question = {
  question_id: 'q1',
  prompt: 'Who dances?',
  kind: 'single' as const,
  right: 1,
  partial: 0,
  wrong: 2,
  blank: 0,
}
const results = {
  attempts: 3,
  erased_learners: 0,
  learners: 2,
  passed: 1,
  pass_mark: 50,
  average_percent: 41,
  questions: [question],
}
const attempt = {
  id: 'a1',
  user_id: 'u1',
  full_name: 'Maya Osei',
  number: 2,
  status: 'submitted' as const,
  started_at: '2026-11-20T10:00:00Z',
  submitted_at: '2026-11-20T10:05:00Z',
  timed_out: true,
  percent: 66,
  passed: true,
  earned: 2,
  possible: 3,
}

test('shows the outcomes of each question', async () => {
  reply('get', '/quizzes/{id}/results', results)
  page({})
  await screen.findByText('Who dances?')
  screen.getByText('33% (1)')
  screen.getByText('41%')
})

test('lists all attempts, or those of one learner', async () => {
  reply('get', '/quizzes/{id}/attempts', [attempt])
  const { user, onFilters } = page({ lesson: 'l1', show: 'attempts' })
  await screen.findByText('66% (2 of 3), passed, time ran out')
  await user.click(screen.getByRole('button', { name: 'All attempts by Maya Osei' }))
  expect(onFilters).toHaveBeenLastCalledWith({ lesson: 'l1', show: 'attempts', learner: 'u1' })
  await user.selectOptions(screen.getByLabelText('Order'), 'Submitted, lowest score first')
  expect(onFilters).toHaveBeenLastCalledWith({ lesson: 'l1', show: 'attempts', sort: 'percent' })
})

test('lists the learners who have not taken the quiz', async () => {
  reply('get', '/quizzes/{id}/missing', [{ user_id: 'u2', full_name: 'Tomas Eder', running: true }])
  page({ lesson: 'l1', show: 'missing' })
  await screen.findByText('Tomas Eder')
  screen.getByText('In progress')
})

test('regrading first shows what would change, and asks for a reason', async () => {
  reply('get', '/quizzes/{id}/results', results)
  const change = {
    attempt_id: 'a1',
    user_id: 'u1',
    full_name: 'Maya Osei',
    number: 2,
    earned_before: 0,
    earned_after: 2,
    possible: 3,
    passed_before: false,
    passed_after: true,
  }
  const sent = reply('post', '/quizzes/{id}/regrade', { graded: 3, changed: 1, changes: [change], dry_run: true })
  const { user } = page({})
  await user.click(screen.getByRole('button', { name: 'Regrade' }))
  await user.click(await screen.findByRole('button', { name: 'Preview changes' }))
  await screen.findByText('0 → 2 of 3')
  screen.getByText('No → Yes')
  expect(sent.map(({ body }) => body)).toEqual([{ dry_run: true }])
  await user.type(screen.getByLabelText(/Reason/), 'The key was wrong')
  await user.click(screen.getByRole('button', { name: 'Regrade attempts' }))
  await expect.poll(() => sent.at(-1)?.body).toEqual({ reason: 'The key was wrong' })
})

test('says so if there is no quiz', () => {
  renderScreen(<ResultsPage quizzes={[]} filters={{}} onFilters={() => {}} />)
  screen.getByText('No published quizzes')
})
