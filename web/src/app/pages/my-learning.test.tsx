import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { type Schema, session } from '@/api/client'
import { home, learnerCourse, overview } from '@/features/learning/analytics/fixtures'
import { enrollment } from '@/features/learning/course/fixtures'
import { course, maya, signedIn } from '@/testing/fixtures'
import { renderApp } from '@/testing/render'
import { reply } from '@/testing/server'

beforeEach(() => {
  session.start(signedIn)
  reply('get', '/profile/me/permissions', { user: maya, roles: ['student'], operations: [] })
  reply('get', '/profile/{id}', {
    id: 'u1',
    fullName: 'Maya Osei',
    pronouns: '',
    headline: '',
    bio: '',
    links: [],
    teaches: false,
  })
  reply('get', '/enhanced-progress/overview', overview)
  reply('get', '/enhanced-progress/home', home)
  reply('get', '/courses/enrolled', [])
  reply('get', '/courses/saved', [])
  reply('get', '/payments/plans', [])
})

test('a course whose instalment is overdue says so above the others, with the way to pay', async () => {
  const due = { plan_id: 'p1', amount: 33333, grace_until: '2026-12-27T10:00:00Z', title: 'Bees', currency: 'EUR' }
  const plan: Schema<'PaymentPlan'> = {
    id: 'p1',
    course_id: 'c1',
    title: 'Bees',
    currency: 'EUR',
    status: 'past_due',
    access_until: null,
    written_off_at: null,
    created_at: '2026-11-20T10:00:00Z',
    dues: [
      { ...due, id: 'd1', number: 1, status: 'paid', due_at: '2026-11-20T10:00:00Z', paid_at: '2026-11-20T10:00:00Z' },
      { ...due, id: 'd2', number: 2, status: 'overdue', due_at: '2026-12-20T10:00:00Z', paid_at: null },
    ],
  }
  reply('get', '/enhanced-progress/courses', [])
  reply('get', '/payments/plans', [plan, { ...plan, id: 'p2', title: 'Bread', status: 'active' }])
  renderApp('/app/courses')
  const overdue = within(await screen.findByRole('region', { name: 'Overdue payments' }))
  overdue.getByText('Bees: payment overdue')
  overdue.getByRole('button', { name: 'Pay €333.33' })
  expect(screen.queryByText(/Bread/)).toBeNull()
})

test('lists the courses in which the user learns, with the lesson to continue with', async () => {
  const asked = reply('get', '/enhanced-progress/courses', [learnerCourse])
  renderApp('/app/courses')
  const list = within(await screen.findByRole('list', { name: 'My courses' }))
  expect(list.getByRole('link', { name: course.title })).toBeTruthy()
  expect(list.getByText('Next: Retries')).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Continue learning' })).toBeTruthy()
  expect(asked[0]?.query).toContain('sort=recent')
})

test('filters, order and search are in the address and asked of the server', async () => {
  const asked = reply('get', '/enhanced-progress/courses', [learnerCourse])
  const { user, router } = renderApp('/app/courses')
  await screen.findByRole('list', { name: 'My courses' })
  await user.click(screen.getByRole('radio', { name: 'Completed' }))
  await user.selectOptions(screen.getByLabelText('Sort by'), 'Name')
  await user.type(screen.getByLabelText('Search my courses'), 'bees')
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ show: 'completed', sort: 'title', search: 'bees' }),
  )
  await waitFor(() => expect(asked.at(-1)?.query).toContain('status=completed'))
  expect(asked.at(-1)?.query).toContain('sort=title')
  expect(asked.at(-1)?.query).toContain('search=bees')
})

test('a course that is not open yet says why, and what happens next', async () => {
  reply('get', '/enhanced-progress/courses', [])
  const invited = { ...enrollment, id: 'e2', status: 'invited' as const, course: { ...course, title: 'Bread' } }
  const asked = reply('get', '/courses/enrolled', [{ ...enrollment, status: 'waitlisted', course }, invited])
  renderApp('/app/courses?show=pending')
  const list = within(await screen.findByRole('list', { name: 'Not open yet, or ended' }))
  expect(list.getByText(/You'll get a notification when an instructor approves you/)).toBeTruthy()
  expect(list.getByRole('button', { name: 'Accept invitation' })).toBeTruthy()
  expect(asked[0]?.query).toContain('closed=true')
})

test('saved courses are listed, or say how to save one', async () => {
  renderApp('/app/courses?show=saved')
  await screen.findByText('No saved courses yet')
})

test('without courses it links to the catalogue, and filters without a match can be cleared', async () => {
  reply('get', '/enhanced-progress/courses', [])
  const { user, router } = renderApp('/app/courses?search=nothing')
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
  await screen.findByText('No courses yet')
  expect(router.state.location.search).toEqual({})
})
