import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { session } from '@/api/client'
import { taught } from '@/features/learning/analytics/fixtures'
import { detail, maya, signedIn } from '@/testing/fixtures'
import { renderApp } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

const instructor = [
  'GET /courses/{id}/enrollments',
  'GET /assignments/courses/{id}/submissions',
  'GET /question-banks/{id}/questions',
  'PUT /courses/update/{id}',
]

beforeEach(() => {
  session.start(signedIn)
  reply('get', '/profile/me/permissions', { user: maya, roles: ['instructor'], operations: instructor })
  reply('get', '/courses/{id}', { ...detail, can_teach: true, status: 'draft' })
  reply('get', '/student-analytics/courses/{id}', { ...taught, students: 0 })
  reply('get', '/courses/{id}/enrollments', [])
  reply('get', '/question-banks/{id}/questions', [])
  reply('get', '/question-banks/{id}/tags', [])
})

const tabs = () => within(screen.getByRole('navigation', { name: 'Course' })).getAllByRole('link')

test('names the course on every tab, and shows the tabs that the user may use', async () => {
  const { user } = renderApp('/teach/courses/c1/learners')
  await screen.findByRole('heading', { level: 1, name: 'Learners' })
  expect(tabs().map((tab) => tab.textContent)).toEqual(['Questions', 'Learners', 'Submissions', 'Settings'])
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect(within(crumbs).getByRole('link', { name: 'Teaching' }).getAttribute('href')).toBe('/teach/courses')
  expect(within(crumbs).getByRole('link', { name: detail.title }).getAttribute('href')).toBe('/teach/courses/c1')
  screen.getByText('Draft')
  expect(document.title).toContain(`Learners · ${detail.title}`)

  await user.click(screen.getByRole('link', { name: 'Questions' }))
  await screen.findByRole('heading', { level: 1, name: 'Questions' })
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' }), 'the frame is not mounted again').toBe(crumbs)
  expect(tabs().filter((tab) => tab.getAttribute('aria-current'))).toEqual([
    screen.getByRole('link', { name: 'Questions' }),
  ])
})

test('publishes the course from any tab', async () => {
  const { user } = renderApp('/teach/courses/c1/learners')
  const sent = reply('patch', '/courses/toggle-status/{id}', { ...detail, can_teach: true })
  reply('get', '/courses/{id}', { ...detail, can_teach: true })
  await user.click(await screen.findByRole('button', { name: /^(Publish|Unpublish) course$/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a user who does not teach the course learns it, with a link to its page', async () => {
  reply('get', '/courses/{id}', detail)
  renderApp('/teach/courses/c1/settings')
  await screen.findByText(`Only the instructors of “${detail.title}” can manage it.`)
  expect(screen.getByRole('link', { name: 'View course page' }).getAttribute('href')).toBe('/courses/c1')
  expect(screen.queryByRole('navigation', { name: 'Course' })).toBeNull()
})

test('a course that does not exist is an error', async () => {
  refuse('get', '/courses/{id}', 404, 'There is no such course.')
  renderApp('/teach/courses/c9/learners')
  await screen.findByText('There is no such course.')
})
