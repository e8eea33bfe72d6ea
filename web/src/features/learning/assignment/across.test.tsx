import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { OwnAssignment } from './api'
import { OwnAssignmentsPage } from './own-assignments-page'
import { WaitingPage } from './waiting-page'

const essay: OwnAssignment = {
  lesson_id: 'l1',
  title: 'Watch a hive',
  course_id: 'c1',
  course_title: 'Bees',
  due_at: '2026-12-01T12:00:00Z',
  due_is_final: false,
  state: 'overdue',
  late: false,
  submitted_at: null,
}

test('assignments stand below the day on which they are due, with their state', async () => {
  reply('get', '/assignments', [
    essay,
    {
      ...essay,
      lesson_id: 'l2',
      title: 'Draw a bee',
      due_at: null,
      state: 'returned',
      score: { earned: 8, possible: 10, percent: 80 },
    },
  ])
  const onFilters = vi.fn()
  const user = renderScreen(<OwnAssignmentsPage filters={{}} onFilters={onFilters} />)
  const day = await screen.findByRole('region', { name: '1 Dec 2026' })
  within(day).getByRole('link', { name: 'Watch a hive' })
  within(day).getByText('Overdue')
  within(screen.getByRole('region', { name: 'No due date' })).getByText('80%')
  await user.selectOptions(screen.getByLabelText('State'), 'Handed in')
  expect(onFilters).toHaveBeenCalledWith({ state: 'submitted' })
})

test('an instructor opens what has waited longest', async () => {
  reply('get', '/assignments/to-grade', [
    {
      id: 's1',
      lesson_id: 'l1',
      lesson_title: 'Watch a hive',
      course_id: 'c1',
      course_title: 'Bees',
      user_id: 'u1',
      full_name: 'Ann Lee',
      status: 'submitted',
      number: 1,
      late: true,
      excused: false,
      submitted_at: '2026-11-20T10:00:00Z',
    },
  ])
  renderScreen(<WaitingPage courses={[]} course={undefined} onCourse={() => {}} />)
  const link = await screen.findByRole('link', { name: 'Ann Lee' })
  expect(link.getAttribute('href')).toBe('/teach/courses/c1/submissions?status=to_grade&submission=s1')
  screen.getByText('Late')
})
