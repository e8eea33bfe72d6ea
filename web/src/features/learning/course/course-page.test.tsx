import { screen, waitFor } from '@testing-library/react'
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
  reply('get', '/courses/{id}/related', [])
  reply('get', '/payments/providers', [])
  return renderScreen(<Page signedIn={signedIn} />)
}

const Page = ({ courseId = 'c1', signedIn = true }) => (
  <CoursePage
    courseId={courseId}
    signedIn={signedIn}
    overdue={undefined}
    here="/courses/c1"
    preview={() => <p>preview</p>}
    start={() => <p>start here</p>}
    lessons={(c) => <p>lessons of {c.id}</p>}
    afterLessons={(_, children) => children}
    batches={null}
    ask={() => null}
    reviews={(c) => <p>reviews of {c.id}</p>}
  />
)

test('shows the course and its lessons', async () => {
  open()
  await screen.findByRole('heading', { level: 1, name: detail.title })
  expect(screen.getByRole('link', { name: 'Tomás Rivera' }).getAttribute('href')).toBe('/instructors/u2')
  expect(screen.getByRole('article').textContent).toContain('Taught by Tomás Rivera')
  await screen.findByText('Every hop honours the deadline.')
  await screen.findByText('lessons of c1')
})

test('names several instructors in one sentence, and how many learners there are', async () => {
  const instructors = ['Ann', 'Ben', 'Cyn'].map((full_name, i) => ({ id: `u${i}`, full_name }))
  open({ ...detail, instructors, learners: 130 })
  await screen.findByText('130+ learners')
  expect(screen.getByRole('article').textContent).toContain('Taught by Ann, Ben and Cyn')
  expect(screen.getByRole('link', { name: 'Ben' }).getAttribute('href')).toBe('/instructors/u1')
})

test('who teaches a draft has no public page yet, and few learners are not counted', async () => {
  open({ ...detail, status: 'draft' })
  await screen.findByText(/Taught by Tomás Rivera/)
  expect(screen.queryByRole('link', { name: 'Tomás Rivera' })).toBeNull()
  expect(screen.queryByText(/learners/)).toBeNull()
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
  await screen.findByText("You're enrolled.")
  await screen.findByText('start here')
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
  await screen.findByText("You're enrolled.")
  await screen.findByText('start here')
  expect(sent).toHaveLength(1)
})

test('a refused enrolment says why', async () => {
  const user = open()
  refuse('post', '/courses/{id}/enroll', 409, 'You are on the waiting list of this course.')
  await user.click(await screen.findByRole('button', { name: 'Enrol in this course' }))
  expect((await screen.findByRole('alert')).textContent).toContain('You are on the waiting list')
})

test('its teacher sees that it is a draft, and the way to its workspace', async () => {
  open({ ...detail, can_teach: true, status: 'draft' })
  await screen.findByText('This course is a draft. Only its instructors can see it.')
  expect(screen.getByRole('link', { name: 'Manage course' }).getAttribute('href')).toContain('/teach/courses/c1')
  expect(screen.queryByText('Free')).toBeNull()
})

test('an unknown course shows an error, with a button to retry', async () => {
  refuse('get', '/courses/{id}', 404, 'There is no such course.')
  renderScreen(<Page courseId="nope" />)
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
  reply('get', '/courses/{id}/related', [])
  renderScreen(<Page />)
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

const euros = {
  currency: 'EUR',
  individual: 90_000,
  batch: 40_000,
  min_batch_size: 3,
  max_batch_size: 12,
  early_bird_discount: 20,
  early_bird_until: null,
  group_discount: 10,
  instalments: 0,
  is_active: true,
}
const paid = { ...detail, is_free: false, course_fee: 40_000, fee_currency: 'EUR', prices: [euros] }

const quote: Schema<'PriceQuote'> = {
  course_id: 'c1',
  currency: 'EUR',
  minor_digits: 2,
  plan: 'batch',
  places: 1,
  unit_price: 40_000,
  subtotal: 40_000,
  early_bird_percent: 20,
  early_bird_discount: 8_000,
  instalments: 0,
  group_percent: 0,
  group_discount: 0,
  total: 32_000,
  at: '2026-11-20T10:00:00Z',
}

test('a price is what the server quotes now, with the discounts and how to pay', async () => {
  reply('post', '/courses/{id}/price-quote', quote)
  open(paid, false)
  await screen.findByText('€320.00')
  expect(screen.getByText('€400.00').tagName).toBe('S')
  await screen.findByText('20% early-bird discount')
  await screen.findByText('10% off per person for 3 or more')
  await screen.findByText(/You can't pay online yet/)
  await screen.findByRole('link', { name: 'Sign in to enrol' })
})

test('a free course says so', async () => {
  open()
  await screen.findByText('Free')
  expect(screen.queryByText(/pay/)).toBeNull()
})

test('an enrolment that awaits payment says what to do, and can be cancelled', async () => {
  const user = open({ ...paid, enrollment: { ...enrollment, status: 'pending_payment' } })
  await screen.findByText('Your place is reserved.')
  await screen.findByText(/Ask your instructor how to pay/)
  expect(screen.queryByRole('button', { name: 'Enrol in this course' })).toBeNull()
  const sent = reply('delete', '/courses/{id}/enroll', { ...enrollment, status: 'withdrawn' })
  await user.click(screen.getByRole('button', { name: 'Cancel enrolment' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a learner of an archived course keeps the way in', async () => {
  open({ ...detail, status: 'archived', enrollment })
  await screen.findByText('This course is archived. Only its instructors and enrolled learners can see it.')
  await screen.findByText('start here')
})

test('what the course offers is in sections; empty ones are left out', async () => {
  open({
    ...detail,
    outcomes: ['Set deadlines'],
    prerequisites: ['Go'],
    audience: ['People on call'],
    faq: [{ question: 'Is it recorded?', answer: 'Yes.' }],
  })
  for (const name of ["What you'll learn", 'Requirements', "Who it's for", 'Frequently asked questions']) {
    await screen.findByRole('region', { name })
  }
  expect(screen.queryByRole('region', { name: 'Tools' })).toBeNull()
})

test('related courses are shown, if there are any', async () => {
  reply('get', '/courses/{id}', detail)
  reply('get', '/tcourse/{type}/{id}', { ...detail, ...extras })
  reply('get', '/courses/{id}/related', [{ ...detail, id: 'c2', title: 'Rust services' }])
  renderScreen(<Page />)
  expect((await screen.findByRole('link', { name: 'Rust services' })).getAttribute('href')).toBe('/courses/c2')
})
