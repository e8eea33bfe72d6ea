import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { Schema } from '@/api/client'
import { course } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { home, learnerCourse } from './fixtures'
import { HomePage } from './home-page'

const due: Schema<'DueLesson'> = {
  courseId: 'c1',
  courseTitle: 'Go services that stay up',
  lessonId: 'l7',
  title: 'Write a budget',
  type: 'assignment',
  dueAt: '2026-09-01T10:00:00Z',
  dueIsFinal: false,
  overdue: true,
}

const show = (h: Schema<'LearningHome'>) => {
  reply('get', '/enhanced-progress/home', h)
  return renderScreen(<HomePage today={null} pending={({ status }) => <li key={status}>{status}</li>} />)
}

test('one click leads to where the learner stopped', async () => {
  show(home)
  const card = within(await screen.findByRole('region', { name: 'Retries' }))
  expect(card.getByText('Lesson 2 · Video · 3:12 of 10:00')).toBeTruthy()
  expect(card.getByText('1 of 4 complete', { exact: false })).toBeTruthy()
  expect(card.getByRole('link', { name: 'Continue learning' }).getAttribute('href')).toBe('/learn/c1/l2')
})

test('what is due leads to its lesson, and says when it is overdue', async () => {
  const quiz = { ...due, lessonId: 'l8', title: 'Check', type: 'quiz' as const, dueIsFinal: true, overdue: false }
  show({ ...home, due: [due, quiz] })
  const [late, check] = within(await screen.findByRole('list', { name: 'Due' })).getAllByRole('listitem')
  expect(late?.textContent).toContain('Overdue')
  expect(late?.querySelector('a')?.getAttribute('href')).toBe('/learn/c1/l7')
  expect(check?.textContent).not.toContain('Overdue')
  expect(check?.textContent).toContain('Closes')
})

test('other courses and pending ones are listed', async () => {
  const other = { ...learnerCourse, courseId: 'c2', title: 'Bread', startedAt: null }
  show({ ...home, courses: [learnerCourse, other], pending: [{ status: 'invited', course }], coursesEnrolled: 7 })
  const list = within(await screen.findByRole('list', { name: 'Your courses' }))
  expect(list.getAllByRole('listitem')).toHaveLength(1)
  expect(list.getByRole('link', { name: 'Start Bread' }).getAttribute('href')).toBe('/learn/c2')
  expect(screen.getByRole('link', { name: 'Show all 7 courses' }).getAttribute('href')).toBe('/app/courses')
  expect(within(screen.getByRole('list', { name: 'Pending' })).getByText('invited')).toBeTruthy()
})

test('without courses it says what to do', async () => {
  const { resume: _, ...rest } = home
  show({ ...rest, courses: [], coursesEnrolled: 0 })
  await screen.findByText('No courses yet')
  expect(screen.getByRole('link', { name: 'Browse courses' }).getAttribute('href')).toBe('/courses')
})

test('when all is completed it says so', async () => {
  const { resume: _, ...rest } = home
  show({ ...rest, courses: [], coursesEnrolled: 2 })
  await screen.findByText('All courses completed')
  expect(screen.getByText('3 days')).toBeTruthy()
})

test('a failure can be tried again', async () => {
  refuse('get', '/enhanced-progress/home', 500, 'Something went wrong on our side.')
  renderScreen(<HomePage today={null} pending={() => null} />)
  await screen.findByRole('button', { name: 'Try again' })
})
