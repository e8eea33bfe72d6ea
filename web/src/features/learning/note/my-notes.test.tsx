import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'
import { note } from './fixtures'
import { asMarkdown } from './markdown'
import { MyNotesPage } from './my-notes-page'

const found = { ...note, lessonTitle: 'Dance', lessonPosition: 2, courseTitle: 'Bees' }
const noted = { courseId: 'c1', courseTitle: 'Bees', lessonId: 'l1', lessonTitle: 'Dance', notes: 1 }

function show(filters = {}, notes = [found]) {
  const asked = reply('get', '/progress/notes', notes)
  reply('get', '/progress/noted-lessons', [noted])
  const onFilters = vi.fn()
  return { asked, onFilters, user: renderScreen(<MyNotesPage filters={filters} onFilters={onFilters} />) }
}

test('a note leads to its lesson at that moment', async () => {
  show()
  const list = within(await screen.findByRole('list', { name: 'Dance' }))
  expect(list.getByText('<b>Budget</b>')).toBeTruthy()
  expect(list.getByRole('link', { name: 'Go to 1 min 2 s in the video' }).getAttribute('href')).toBe(
    '/learn/c1/l1?t=61',
  )
  expect(screen.getByRole('link', { name: 'Bees' }).getAttribute('href')).toBe('/courses/c1')
})

test('notes are narrowed by text, course and lesson', async () => {
  const { user, asked, onFilters } = show({ course: 'c1', search: 'queen' })
  await screen.findByRole('list', { name: 'Dance' })
  expect(asked[0]?.query).toContain('courseId=c1')
  expect(asked[0]?.query).toContain('search=queen')
  await user.selectOptions(await screen.findByLabelText('Lesson'), 'Dance (1 note)')
  expect(onFilters).toHaveBeenCalledWith({ course: 'c1', search: 'queen', lesson: 'l1' })
})

test('a note is deleted after a question', async () => {
  const { user } = show()
  const sent = reply('delete', '/progress/notes/{id}', {})
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(sent).toHaveLength(0)
  await user.click(await screen.findByRole('button', { name: 'Delete note' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a note is edited in its place', async () => {
  const { user } = show()
  const sent = reply('put', '/progress/notes/{id}', note)
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.type(screen.getByLabelText('Your note'), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ body: '<b>Budget</b>!', timestamp: 61.5 }))
})

test('without notes it says where they come from', async () => {
  show({}, [])
  await screen.findByText('No notes yet')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export Markdown' }).disabled).toBe(true)
})

test('Markdown is in the order of courses, lessons and moments', () => {
  const first = {
    ...found,
    id: 'n2',
    lessonId: 'l0',
    lessonTitle: 'A *star*',
    lessonPosition: 1,
    timestamp: null,
    body: 'Of the whole',
  }
  const early = { ...found, id: 'n3', timestamp: 2, body: 'Early' }
  const gone = { ...found, id: 'n4', lessonId: 'l9', lessonTitle: '', lessonPosition: 0, body: 'Gone' }
  expect(asMarkdown([gone, found, early, first], 'https://school.test')).toBe(
    [
      '# My notes',
      '## Bees',
      '### A \\*star\\*',
      'Of the whole',
      '### Dance',
      '[0:02](https://school.test/learn/c1/l1?t=2) Early',
      '[1:01](https://school.test/learn/c1/l1?t=61) <b>Budget</b>',
      '### Lesson no longer published',
      '1:01 Gone\n',
    ].join('\n\n'),
  )
})
