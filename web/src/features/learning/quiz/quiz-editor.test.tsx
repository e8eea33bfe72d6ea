import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { Question } from './api'
import type { RichField } from './question-dialog'
import { QuizEditor } from './quiz-editor'

const question = (id: string, title: string): Question => ({
  id,
  kind: 'true_false',
  format: 'plain',
  prompt: title,
  title,
  points: 2,
  truth: true,
  revision: 1,
  updatedAt: '2026-11-20T10:00:00Z',
})

const bank = [question('q1', 'Bees dance'), question('q2', 'Bees sleep')]

const field: RichField = ({ label, html, onChange }) => (
  <textarea aria-label={label} value={html} onChange={(event) => onChange(event.currentTarget.value)} />
)

/** The editor of a quiz that asks these questions, whose lesson has revision 4. */
function editor(ids: string[]) {
  reply('get', '/question-banks/{id}/questions', bank)
  reply('get', '/question-banks/{id}/tags', [])
  const onChange = vi.fn()
  const user = renderScreen(
    <QuizEditor
      courseId="c1"
      lessonId="l1"
      content={{ questions: ids.map((question_id) => ({ question_id })) }}
      onChange={onChange}
      errors={{}}
      perform={(operation) => operation(4)}
      field={field}
    />,
  )
  return { user, onChange }
}

const asked = async () =>
  within(await screen.findByRole('list', { name: 'Questions in every attempt' }))
    .getAllByRole('button', { name: /^Edit / })
    .map((row) => row.textContent)

test('a question written in the quiz is stored with it in one act', async () => {
  const { user, onChange } = editor(['q1'])
  await waitFor(async () => expect(await asked()).toEqual(['Bees dance']))
  screen.getByText('1 question · 2 points')
  await user.click(screen.getByRole('button', { name: 'Add question' }))
  await user.type(await screen.findByLabelText('Question'), 'Bees sleep')
  for (const option of screen.getAllByRole('textbox', { name: /^Option \d/ })) await user.type(option, 'At night')
  refuse('post', '/quizzes/{id}/questions', 400, 'Refused.', { 'questions[0].prompt': 'Too long.' })
  await user.click(screen.getByRole('button', { name: 'Save question' }))
  await screen.findByText('Check the fields marked below.')
  expect(screen.getByLabelText('Question')).toHaveProperty('value', 'Bees sleep')

  const sent = reply('post', '/quizzes/{id}/questions', { revision: 5, questions: [question('q2', 'Bees sleep')] })
  await user.click(screen.getByRole('button', { name: 'Save question' }))
  await waitFor(async () => expect(await asked()).toEqual(['Bees dance', 'Bees sleep']))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    path: '/quizzes/l1/questions',
    body: { revision: 4, questions: [{ prompt: 'Bees sleep' }] },
  })
  expect(onChange).not.toHaveBeenCalled() // it is stored already
})

test('questions are put in order with the arrow keys and removed, and this is announced', async () => {
  const { user, onChange } = editor(['q1', 'q2'])
  await waitFor(async () => expect(await asked()).toEqual(['Bees dance', 'Bees sleep']))
  screen.getByRole('button', { name: 'Move “Bees dance”' }).focus()
  await user.keyboard('{ArrowDown}')
  await screen.findByText('Bees dance is now 2 of 2')
  expect(await asked()).toEqual(['Bees sleep', 'Bees dance'])
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move “Bees dance”')
  await user.click(screen.getByRole('button', { name: 'More actions for “Bees sleep”' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from quiz' }))
  const [last] = onChange.mock.lastCall ?? []
  expect(last).toMatchObject({ questions: [{ question_id: 'q1' }] })
})

test('questions of the course are chosen from a list', async () => {
  const { user, onChange } = editor(['q1'])
  await user.click(await screen.findByRole('button', { name: 'Choose from course…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByRole('checkbox', { name: 'Bees dance' })).toHaveProperty('disabled', true)
  await user.click(dialog.getByRole('checkbox', { name: 'Bees sleep' }))
  await user.click(dialog.getByRole('button', { name: 'Add 1 question' }))
  const [last] = onChange.mock.lastCall ?? []
  expect(last).toMatchObject({ questions: [{ question_id: 'q1' }, { question_id: 'q2' }] })
})

test('a question that was deleted from the course says so', async () => {
  editor(['gone'])
  await screen.findByText('This question was deleted from the course. Remove it from the quiz.')
})

test('questions from a text are checked first, then stored with the quiz in one act', async () => {
  const { user } = editor(['q1'])
  await user.click(await screen.findByRole('button', { name: 'Add from text…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add questions from text' }))
  await user.click(dialog.getByLabelText('Questions'))
  await user.paste('Bees sleep {T}')
  const checked = reply('post', '/question-banks/{id}/questions/text', {
    format: 'gift',
    dry_run: true,
    questions: [{ line: 1, question: { kind: 'true_false', prompt: 'Bees sleep', truth: true } }],
    problems: [{ line: 3, severity: 'error', code: 'essay', message: 'No essays.' }],
  })
  await user.click(dialog.getByRole('button', { name: 'Check questions' }))
  await dialog.findByText('1 question found, 1 problem')
  dialog.getByText('Line 3: No essays.')
  expect(checked).toMatchObject([{ query: '?dry_run=true', body: 'Bees sleep {T}' }])

  const sent = reply('post', '/quizzes/{id}/questions', { revision: 5, questions: [question('q2', 'Bees sleep')] })
  await user.click(dialog.getByRole('button', { name: 'Add 1 question' }))
  await waitFor(async () => expect(await asked()).toEqual(['Bees dance', 'Bees sleep']))
  expect(sent.map(({ body }) => body)).toMatchObject([{ revision: 4, questions: [{ prompt: 'Bees sleep' }] }])
})
