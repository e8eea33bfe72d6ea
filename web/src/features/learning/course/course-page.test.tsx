import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { Schema } from '@/api/client'
import { detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { CoursePage } from './course-page'
import { enrollment, extras } from './fixtures'

function open(course: Schema<'CourseDetail'> = detail, signedIn = true) {
  reply('get', '/courses/{id}', course)
  reply('get', '/tcourse/{type}/{id}', { ...course, ...extras })
  return renderScreen(
    <CoursePage courseId="c1" signedIn={signedIn} here="/courses/c1" lessons={(c) => <p>lessons of {c.id}</p>} />,
  )
}

test('shows the course and its lessons', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: detail.title })
  await screen.findByText('Taught by Tomás Rivera')
  await screen.findByText('Every hop honours the deadline.')
  await screen.findByText('lessons of c1')
})

test('a signed-out user signs in first and returns here', async () => {
  open(detail, false)
  const link = await screen.findByRole('link', { name: 'Sign in to enrol' })
  expect(link.getAttribute('href')).toBe('/sign-in?next=%2Fcourses%2Fc1')
})

test('enrols', async () => {
  const user = open()
  const sent = reply('post', '/courses/{id}/enroll', enrollment)
  const button = await screen.findByRole('button', { name: 'Enrol in this course' })
  reply('get', '/courses/{id}', { ...detail, enrollment })
  await user.click(button)
  await screen.findByText("You're enrolled. Choose a lesson below.")
  expect(sent).toHaveLength(1)
})

test('an invitation is declined or accepted', async () => {
  const invited = { ...detail, enrollment: { ...enrollment, status: 'invited' } } as const
  const user = open(invited)
  await screen.findByText("You're invited to this course.")
  refuse('delete', '/courses/{id}/enroll', 409, 'This cannot be done now.')
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This cannot be done now.')
  const sent = reply('post', '/courses/{id}/enroll', enrollment)
  reply('get', '/courses/{id}', { ...detail, enrollment })
  await user.click(screen.getByRole('button', { name: 'Accept invitation' }))
  await screen.findByText("You're enrolled. Choose a lesson below.")
  expect(sent).toHaveLength(1)
})

test('a refused enrolment says why', async () => {
  const user = open()
  refuse('post', '/courses/{id}/enroll', 409, 'You are on the waiting list of this course.')
  await user.click(await screen.findByRole('button', { name: 'Enrol in this course' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You are on the waiting list')
})

test('its instructor sees its state and a link to manage it', async () => {
  open({ ...detail, can_teach: true, status: 'draft' })
  await screen.findByText('This course is a draft. Only its instructors can see it.')
  expect(screen.getByRole('link', { name: 'Manage course' }).getAttribute('href')).toBe('/teach/courses/c1')
})

test('an unknown course shows an error, with a button to retry', async () => {
  refuse('get', '/courses/{id}', 404, 'There is no such course.')
  renderScreen(<CoursePage courseId="nope" signedIn here="/courses/nope" lessons={() => null} />)
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such course.')
})

test('times are shown with their zone and the viewer’s, and the doubt schedule by week', async () => {
  const entry = { date: '2030-10-01', start_time: '14:30', end_time: '16:00', title: 'Deadlines', description: '' }
  const planned = { ...entry, starts_at: '2030-10-01T12:30:00Z', ends_at: '2030-10-01T14:00:00Z' }
  const slots = [{ weekday: 3, start_time: '10:00', end_time: '11:00' }]
  const course = { ...detail, schedule: { timezone: 'Europe/Berlin', entries: [planned] } }
  reply('get', '/courses/{id}', course)
  reply('get', '/tcourse/{type}/{id}', {
    ...course,
    ...extras,
    doubt_schedule: { timezone: 'Europe/Berlin', slots },
    recordings: [{ id: 'r1', week_id: 'w1', video_id: 'v1', title: 'Monday', createdAt: '2026-10-02T10:00:00Z' }],
  })
  renderScreen(<CoursePage courseId="c1" signedIn here="/courses/c1" lessons={() => null} />)
  const dates = await screen.findByText(/Deadlines: Tue, 1 Oct 2030, 14:30–16:00 CEST/)
  expect(dates.textContent).toMatch(/your time 18:00–19:30/)
  await screen.findByText(/Wednesdays, 10:00–11:00 CES?T/)
  expect((await screen.findByRole('link', { name: 'Monday' })).getAttribute('href')).toBe('/learn/c1/v1')
})

test('a free course that is open to all needs no account', async () => {
  open({ ...detail, course_type: 'free', access: { access_type: 'open' } }, false)
  await screen.findByText(/open to everyone, no account needed/)
  await screen.findByRole('link', { name: 'Sign in to save your progress' })
})

test('a course that is not open yet says when it opens and cannot be joined', async () => {
  const access = { access_type: 'by_date', access_from: '2090-01-01T10:00:00Z' } as const
  open({ ...detail, course_type: 'free', access })
  await screen.findByText(/This course opens on/)
  expect(screen.queryByRole('button', { name: 'Enrol in this course' })).toBeNull()
})
