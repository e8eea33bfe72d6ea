import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { Schema } from '@/api/client'
import { detail, enrollment } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import { CoursePage } from './course-page'

function open(course: Schema<'CourseDetail'> = detail, signedIn = true) {
  reply('get', '/courses/{id}', course)
  return renderScreen(
    <CoursePage courseId="c1" signedIn={signedIn} here="/courses/c1" lessons={(c) => <p>lessons of {c.id}</p>} />,
  )
}

test('tells of the course and shows its lessons', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: detail.title })
  await screen.findByText('Taught by Tomás Rivera')
  await screen.findByText('Every hop honours the deadline.')
  await screen.findByText('lessons of c1')
})

test('a visitor signs in first, and comes back here', async () => {
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
  await screen.findByText('You are enrolled. Choose a lesson below.')
  expect(sent).toHaveLength(1)
})

test('a refused enrolment says why', async () => {
  const user = open()
  refuse('post', '/courses/{id}/enroll', 409, 'You are on the waiting list of this course.')
  await user.click(await screen.findByRole('button', { name: 'Enrol in this course' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You are on the waiting list')
})

test('its teacher publishes a draft', async () => {
  const draft = { ...detail, can_teach: true, status: 'draft' } as const
  const user = open(draft)
  await screen.findByText('This course is a draft: only its teachers see it.')
  reply('patch', '/courses/toggle-status/{id}', { ...draft, status: 'Published' })
  reply('get', '/courses/{id}', { ...draft, status: 'Published' })
  await user.click(screen.getByRole('button', { name: 'Publish' }))
  await screen.findByText('This course is in the catalogue.')
})

test('a course that is not there is said, with a way to try again', async () => {
  refuse('get', '/courses/{id}', 404, 'There is no such course.')
  renderScreen(<CoursePage courseId="nope" signedIn here="/courses/nope" lessons={() => null} />)
  expect((await screen.findByRole('alert')).textContent).toContain('There is no such course.')
})
