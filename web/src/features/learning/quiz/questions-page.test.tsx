import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { Question } from './api'
import type { RichField } from './question-dialog'
import { QuestionsPage } from './questions-page'

const question: Question = {
  id: 'q1',
  kind: 'true_false',
  format: 'plain',
  prompt: 'Is 1 < 2?\nSurely?',
  title: 'Is 1 < 2? Surely?',
  points: 1,
  truth: true,
  revision: 3,
  updatedAt: '2026-11-20T10:00:00Z',
}

/** Replaces the editor that the page provides. */
const field: RichField = ({ label, html, onChange }) => (
  <textarea aria-label={label} value={html} onChange={(event) => onChange(event.currentTarget.value)} />
)

const page = () => renderScreen(<QuestionsPage courseId="c1" filters={{}} onFilters={() => {}} field={field} />)

test('what another teacher has saved is shown, and overwritten only on purpose', async () => {
  reply('get', '/question-banks/{id}/questions', [question])
  reply('get', '/question-banks/{id}/tags', [])
  const theirs = { ...question, title: 'Is 1 < 3?', prompt: 'Is 1 < 3?', revision: 5 }
  refuse('put', '/question-banks/{id}/questions/{questionId}', 412, 'Changed.', {}, { current: theirs })
  const user = page()
  await user.click(await screen.findByRole('button', { name: 'Edit “Is 1 < 2? Surely?”' }))
  await user.type(await screen.findByLabelText('Explanation'), 'Mine')
  await user.click(screen.getByRole('button', { name: 'Save question' }))
  await screen.findByText(/The saved version is: Is 1 < 3\?/)
  const sent = reply('put', '/question-banks/{id}/questions/{questionId}', question)
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ explanation: 'Mine', revision: 5 })
})

test('a plain question is edited as rich text and keeps its wording', async () => {
  reply('get', '/question-banks/{id}/questions', [question])
  reply('get', '/question-banks/{id}/tags', [])
  const sent = reply('put', '/question-banks/{id}/questions/{questionId}', question)
  const user = page()
  await user.click(await screen.findByRole('button', { name: 'Edit “Is 1 < 2? Surely?”' }))
  const prompt = await screen.findByLabelText<HTMLTextAreaElement>('Question')
  expect(prompt.value).toBe('<p>Is 1 &lt; 2?<br>Surely?</p>')
  await user.type(screen.getByLabelText('Explanation'), '<b>Yes</b>')
  await user.click(screen.getByRole('button', { name: 'Save question' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    kind: 'true_false',
    format: 'html',
    prompt: '<p>Is 1 &lt; 2?<br>Surely?</p>',
    explanation: '<b>Yes</b>',
    points: 1,
    truth: true,
    revision: 3,
  })
})
