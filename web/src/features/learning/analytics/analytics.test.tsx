import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { course } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { CourseFoot } from './course-foot'
import { CourseProgressPage } from './course-progress-page'
import { readStudentFilters } from './filters'
import { enhancedCourse, enhancedDetail, ida, leaderboard, overview, taught } from './fixtures'
import { forecastText } from './labels'
import { LearningSummary } from './learning-summary'
import { StudentPage } from './student-page'
import { StudentsPage } from './students-page'

test('shows the user’s figures, and a table by week', async () => {
  reply('get', '/enhanced-progress/overview', overview)
  const user = renderScreen(<LearningSummary />)
  await screen.findByText('3 days')
  screen.getByText('learn today to keep it')
  expect(screen.getAllByText('1h 5m')).toHaveLength(2) // for the week, in the figure and in the table
  screen.getByRole('progressbar', { name: 'Progress in Go' })
  await user.click(screen.getByText('Show as table'))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((r) => r.textContent)).toEqual([
    'WeekTime spent',
    'Week of 24 Aug 20260s',
    'Week of 31 Aug 20261h 5m',
  ])
})

test('shows no figures before the user has begun', async () => {
  reply('get', '/enhanced-progress/overview', { ...overview, streak: { days: 0, learnedToday: false, lastDay: null } })
  renderScreen(<LearningSummary />)
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  expect(screen.queryByText('Streak')).toBeNull()
})

test.each([
  [
    { finishesOn: '2026-10-02', reason: '', lessonsPerWeek: 2.5, remainingLessons: 3 },
    'Estimated finish 2 Oct 2026, at 2.5 lessons a week',
  ],
  [
    { finishesOn: null, reason: 'stopped', lessonsPerWeek: 0, remainingLessons: 3 },
    'No lesson completed in the last 4 weeks',
  ],
] satisfies [Schema<'CourseForecast'>, string][])('a forecast is a day or a reason', (forecast, text) => {
  expect(forecastText(forecast)).toBe(text)
})

test('a card shows the progress and the next lesson, and links to it', () => {
  renderScreen(<CourseFoot course={enhancedCourse} />)
  screen.getByText('25% · 12m')
  screen.getByText('Next: Retries')
  expect(screen.getByRole('link', { name: `Continue ${course.title}` }).getAttribute('href')).toBe('/learn/c1')
  expect(screen.getByRole('link', { name: `Progress in ${course.title}` }).getAttribute('href')).toBe('/progress/c1')
})

test('shows the progress in a course, and leaves and rejoins its leaderboard', async () => {
  reply('get', '/enhanced-progress/courses/{id}', enhancedDetail)
  reply('get', '/enhanced-progress/courses/{id}/leaderboard', leaderboard)
  const left = reply('delete', '/enhanced-progress/courses/{id}/leaderboard/own', {})
  const joined = reply('put', '/enhanced-progress/courses/{id}/leaderboard/own', {})
  const user = renderScreen(<CourseProgressPage courseId="c1" />)
  await screen.findByText('1 of 4 lessons')
  within(screen.getByRole('table', { name: 'Lessons' })).getByText('Completed')
  const entries = await screen.findByRole('list', { name: 'Leaderboard' })
  expect(
    within(entries)
      .getAllByRole('listitem')
      .map((e) => e.textContent),
  ).toEqual(['Rank 1IQIda Quist75%', 'Rank 2MOMaya Osei (you)25%'])
  const { own: _, ...others } = leaderboard
  reply('get', '/enhanced-progress/courses/{id}/leaderboard', { ...others, entries: [], hasLeft: true })
  await user.click(screen.getByRole('button', { name: 'Leave leaderboard' }))
  await screen.findByText(/Other learners don't see you here/)
  await user.click(screen.getByRole('button', { name: 'Join leaderboard' }))
  await waitFor(() => expect([left.length, joined.length]).toEqual([1, 1]))
})

test('a user who is not enrolled gets an error', async () => {
  refuse('get', '/enhanced-progress/courses/{id}', 404, 'There is no such course.')
  renderScreen(<CourseProgressPage courseId="c1" />)
  await screen.findByText('There is no such course.')
})

/** What another feature provides, here as text. */
const parts = {
  add: null,
  actions: (s: Schema<'CourseStudent'>) => `actions for ${s.fullName}`,
  bulk: (students: Schema<'CourseStudent'>[]) => `${students.length} selected`,
}

test('a teacher sees students at risk, sorts, and filters by risk', async () => {
  reply('get', '/student-analytics/courses/{id}', taught)
  const sent = reply('get', '/student-analytics/courses/{id}/students', [ida])
  const filters = vi.fn()
  const user = renderScreen(<StudentsPage courseId="c1" filters={{ search: 'i' }} onFilters={filters} {...parts} />)
  const students = await screen.findByRole('table', { name: 'Learners' })
  within(students).getByText('Inactive for 2 weeks')
  within(students).getByText('12m')
  expect(within(students).getByRole('link', { name: 'Ida Quist' }).getAttribute('href')).toBe(
    '/teach/courses/c1/learners/u9',
  )
  expect(new URLSearchParams(sent[0]?.query).get('search')).toBe('i')
  expect(within(students).getByRole('columnheader', { name: 'Enrolled' }).getAttribute('aria-sort')).toBe('descending')
  await user.click(within(students).getByRole('button', { name: 'Progress' }))
  expect(filters).toHaveBeenLastCalledWith({ search: 'i', sort: 'progressPercentage' })
  await user.click(screen.getByRole('checkbox', { name: 'At risk only' }))
  expect(filters).toHaveBeenLastCalledWith({ search: 'i', atRisk: true })
  within(screen.getByRole('table', { name: 'Lessons' })).getByText('1 (50%)')
})

test('distinguishes no match from no students', async () => {
  reply('get', '/student-analytics/courses/{id}', taught)
  reply('get', '/student-analytics/courses/{id}/students', [])
  const filters = vi.fn()
  const user = renderScreen(
    <StudentsPage courseId="c1" filters={{ atRisk: true, sort: 'fullName' }} onFilters={filters} {...parts} />,
  )
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  expect(filters).toHaveBeenCalledWith({ sort: 'fullName' })
})

test('says so if a course has no students', async () => {
  reply('get', '/student-analytics/courses/{id}', { ...taught, students: 0 })
  reply('get', '/student-analytics/courses/{id}/students', [])
  renderScreen(<StudentsPage courseId="c1" filters={{}} onFilters={vi.fn()} {...parts} />)
  await screen.findByText('No learners yet')
})

test('learners are narrowed by enrolment and progress, and selected', async () => {
  reply('get', '/student-analytics/courses/{id}', taught)
  const sent = reply('get', '/student-analytics/courses/{id}/students', [ida])
  const filters = vi.fn()
  const user = renderScreen(<StudentsPage courseId="c1" filters={{ atRisk: true }} onFilters={filters} {...parts} />)
  await screen.findByText('actions for Ida Quist')
  const query = new URLSearchParams(sent[0]?.query)
  expect([query.get('enrollment'), query.get('sort')], 'former learners too, the newest first').toEqual([
    'any',
    '-enrolledAt',
  ])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Enrolment' }), 'Suspended')
  expect(filters).toHaveBeenLastCalledWith({ atRisk: true, enrollment: 'suspended' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Progress' }), 'Completed')
  expect(filters).toHaveBeenLastCalledWith({ atRisk: true, progress: 'completed' })
  await user.click(screen.getByRole('checkbox', { name: 'Select Ida Quist' }))
  await screen.findByText('1 selected')
})

test('shows one student', async () => {
  reply('get', '/student-analytics/courses/{id}/students/{userId}', { student: ida, progress: enhancedDetail })
  renderScreen(<StudentPage courseId="c1" userId="u9" actions={parts.actions} />)
  await screen.findByRole('heading', { name: 'Ida Quist', level: 1 })
  expect((await screen.findByRole('alert')).textContent).toContain('Inactive for 2 weeks')
})

test('ignores an invalid URL', () => {
  expect(readStudentFilters({ sort: 'email', atRisk: 'yes', search: 7 })).toEqual({ search: '7' })
})
