import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { StudentDetail } from './api'
import { StudentPage } from './student-page'
import { StudentsPage } from './students-page'

const lee = {
  id: 'u1',
  full_name: 'Lee',
  email: 'lee@lectern.test',
  courses: 2,
  courses_completed: 1,
  percent: 62,
  last_active_at: null,
}

const detail: StudentDetail = {
  ...lee,
  course_list: [
    {
      course_id: 'c1',
      title: 'Bread',
      status: 'active',
      enrolled_at: '2026-09-01T08:00:00Z',
      percent: 25,
      completed: 1,
      required: 4,
      time_spent: 3600,
      last_at: null,
      completed_at: null,
    },
  ],
  batches: [],
}

test('each learner leads to their page', async () => {
  reply('get', '/students', [lee])
  renderScreen(<StudentsPage filters={{}} onFilters={vi.fn()} courses={[]} />)
  const link = await screen.findByRole('link', { name: 'Lee' })
  expect(link.getAttribute('href')).toBe('/teach/learners/u1')
  const row = within(screen.getByRole('row', { name: /Lee/ }))
  expect(row.getByText('62%')).toBeTruthy()
  expect(row.getByText('Never')).toBeTruthy()
})

test('choosing a course returns to the first page', async () => {
  reply('get', '/students', [lee])
  const onFilters = vi.fn()
  const user = renderScreen(
    <StudentsPage
      filters={{ search: 'lee', page: 2 }}
      onFilters={onFilters}
      courses={[{ id: 'c1', title: 'Bread' }]}
    />,
  )
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Course' }), 'Bread')
  expect(onFilters).toHaveBeenCalledWith({ search: 'lee', course: 'c1' })
})

test('a list without matches offers to clear the filters', async () => {
  reply('get', '/students', [])
  const onFilters = vi.fn()
  const user = renderScreen(<StudentsPage filters={{ search: 'x' }} onFilters={onFilters} courses={[]} />)
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(onFilters).toHaveBeenCalledWith({})
})

test('shows the courses of a learner, and says that there are no batches', async () => {
  reply('get', '/students/{id}', detail)
  renderScreen(<StudentPage userId="u1" state={() => null} />)
  const link = await screen.findByRole('link', { name: 'Bread' })
  expect(link.getAttribute('href')).toBe('/teach/courses/c1/learners/u1')
  expect(screen.getByText('Not a member of a batch.')).toBeTruthy()
})

test('a learner of others is not found', async () => {
  refuse('get', '/students/{id}', 404, "This student doesn't exist.")
  renderScreen(<StudentPage userId="u2" state={() => null} />)
  expect(await screen.findByText("This student doesn't exist.")).toBeTruthy()
})
