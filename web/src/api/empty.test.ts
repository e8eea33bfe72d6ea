import { expect, test } from 'vitest'

import { refuse } from './empty'

const fields = (operation: string, body: unknown) =>
  refuse(operation, body)?.errors?.map(({ field, code, message }) => `${field} ${code}: ${message}`)

test('a member that is absent, empty or blank is refused with the sentence of the server', () => {
  const title = 'title required: Title is required'
  expect(fields('PUT /announcements/{id}', { content: 'Bees', type: 'general' })).toEqual([title])
  expect(fields('PUT /announcements/{id}', { title: ' ', content: 'Bees', type: 'general' })).toEqual([title])
  expect(refuse('PUT /announcements/{id}', { title: 'Bees', content: 'Bees', type: 'general' })).toBeUndefined()
  expect(refuse('PUT /announcements/{id}', { title: '', content: '', type: 'general' })).toMatchObject({
    code: 'validation_failed',
    message: 'Title is required',
  })
})

test('of lists, the item is named, and an empty list has its own code', () => {
  const question = { kind: 'single', prompt: 'Who dances?', options: [{ text: 'Bees' }, { text: '' }] }
  expect(fields('POST /quizzes/{id}/questions', { questions: [question, { ...question, prompt: '' }] })).toEqual([
    'questions[1].prompt required: Please enter the question',
    'questions[0].options[1].text required: Please enter a text for each option',
    'questions[1].options[1].text required: Please enter a text for each option',
  ])
  expect(fields('POST /quizzes/{id}/questions', { questions: [] })).toEqual([
    'questions too_few: Add at least one question',
  ])
})

test('what may be absent is sent, and so is all of an operation that refuses nothing', () => {
  expect(refuse('PATCH /video-streaming/{id}/metadata', {})).toBeUndefined()
  expect(refuse('PATCH /video-streaming/{id}/metadata', { title: '' })).toBeDefined()
  expect(refuse('POST /nothing', {})).toBeUndefined()
})
