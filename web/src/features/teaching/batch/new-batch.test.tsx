import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { batch } from './fixtures'
import { emptyBatch, recurrenceOf, shifted } from './new-batch'
import { NewBatchForm } from './new-batch-form'

const entry = (date: string, isFree: boolean) => ({
  date,
  start_time: '18:00',
  end_time: '19:30',
  title: '',
  description: '',
  starts_at: `${date}T17:00:00Z`,
  ends_at: `${date}T18:30:00Z`,
  is_free: isFree,
})

test('a rule is complete once it has a first day; its weekday is the default', () => {
  const values = emptyBatch('Europe/Berlin')
  expect(recurrenceOf(values)).toBeUndefined()
  expect(recurrenceOf({ ...values, start_date: '2031-03-03' })?.weekdays).toEqual(['monday'])
  expect(recurrenceOf({ ...values, start_date: '2031-03-03', weekdays: ['friday', 'tuesday'] })?.weekdays).toEqual([
    'tuesday',
    'friday',
  ])
})

test('a batch is created from a rule, without the sessions at which the instructor is not free', async () => {
  reply('get', '/rooms', [])
  reply('get', '/courses/{id}', { ...detail, instructors: [{ id: 'u1', full_name: 'Ines Sol' }] })
  const asked = reply('post', '/batches/check-conflicts', {
    has_conflicts: true,
    warnings: [],
    conflicts: [],
    left_out: [{ date: '2031-03-24', name: 'Carnival', reason: 'holiday' }],
    entries: [entry('2031-03-03', true), entry('2031-03-10', false)],
  })
  const sent = reply('post', '/batches/courses/{courseId}/batches', batch)
  const onCreated = vi.fn()
  const user = renderScreen(<NewBatchForm courseId="c1" onCreated={onCreated} />)
  await user.type(screen.getByLabelText('Name'), 'Evening group')
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2031-03-03' } })
  const sessions = await screen.findByRole('list', { name: 'Sessions' })
  expect(within(sessions).getAllByRole('listitem')).toHaveLength(2)
  expect(within(sessions).getByText('Not free')).toBeTruthy()
  expect(asked[0]?.body).toMatchObject({ recurrence: { count: 12, weekdays: ['monday'] } })
  await user.click(screen.getByRole('checkbox', { name: 'Create the batch without them' }))
  await user.click(screen.getByRole('button', { name: 'Create batch' }))
  await expect
    .poll(() => sent[0]?.body)
    .toMatchObject({ batch_name: 'Evening group', on_conflict: 'skip', capacity: 20 })
  await expect.poll(() => onCreated.mock.calls).toEqual([['b1']])
})

test('a classroom that is taken can be replaced by one that is free, and a small one says so', async () => {
  reply('get', '/courses/{id}', { ...detail, instructors: [] })
  const room = { place: '', active: true, sessions_ahead: 0, version: 1 }
  reply('get', '/rooms', [
    { ...room, id: 'r1', name: 'Bakery', capacity: 12 },
    { ...room, id: 'r2', name: 'Attic', capacity: 30 },
  ])
  const asked = reply('post', '/batches/check-conflicts', {
    has_conflicts: true,
    warnings: [],
    conflicts: [
      {
        ...entry('2031-03-03', false),
        severity: 'blocking',
        instructor_id: '',
        label: '',
        kind: 'room',
        room_id: 'r1',
        room_name: 'Bakery',
        rooms: [{ id: 'r2', name: 'Attic', place: '', capacity: 30 }],
        alternatives: [],
      },
    ],
    left_out: [],
    entries: [entry('2031-03-03', false)],
  })
  const user = renderScreen(<NewBatchForm courseId="c1" onCreated={vi.fn()} />)
  await user.selectOptions(await screen.findByLabelText('Classroom'), 'r1')
  await screen.findByText('Bakery has 12 seats, and the batch has 20.')
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2031-03-03' } })
  await screen.findByText('Classroom not free')
  expect(asked.at(-1)?.body).toMatchObject({ room_id: 'r1', capacity: 20 })
  await user.click(screen.getByRole('button', { name: 'Attic' }))
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ room_id: 'r2' })
})

test('sessions in the way of others are moved with a click, and an instructor is suggested', async () => {
  reply('get', '/rooms', [])
  reply('get', '/courses/{id}', { ...detail, instructors: [{ id: 'u1', full_name: 'Ines Sol' }] })
  const free = {
    date: '2031-03-11',
    start_time: '17:00',
    end_time: '18:30',
    starts_at: '2031-03-11T16:00:00Z',
    ends_at: '2031-03-11T17:30:00Z',
  }
  const busy = { date: '2031-03-10', start_time: '18:00', end_time: '19:30', instructor_id: 'u1', label: 'Bees' }
  const asked = reply('post', '/batches/check-conflicts', {
    has_conflicts: true,
    warnings: [],
    conflicts: [
      {
        ...busy,
        severity: 'blocking',
        kind: 'session',
        starts_at: '2031-03-10T17:00:00Z',
        ends_at: '2031-03-10T18:00:00Z',
        room_id: '',
        room_name: '',
        rooms: [],
        alternatives: [free],
      },
    ],
    shift: { days: 0, minutes: 45, entries: [{ ...free, date: '2031-03-03', start_time: '18:45', end_time: '20:15' }] },
    left_out: [],
    entries: [entry('2031-03-03', true), entry('2031-03-10', false)],
    instructors: {
      instructors: [
        {
          instructor_id: 'u1',
          full_name: 'Ines Sol',
          score: -0.35,
          breakdown: { students: 0.15, individual: 0, availability: -0.4, experience: -0.1 },
          students: 25,
          individual_batches: 0,
          availability: 0.9,
          course_experience: 6,
          weekly_hours: 2,
        },
      ],
      unsuitable: [{ instructor_id: 'u2', full_name: 'Bo', reason: 'not_free' }],
    },
  })
  const sent = reply('post', '/batches/courses/{courseId}/batches', batch)
  const user = renderScreen(<NewBatchForm courseId="c1" onCreated={vi.fn()} />)
  await user.type(screen.getByLabelText('Name'), 'Evening group')
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2031-03-03' } })
  const suggested = await screen.findByRole('region', { name: 'Suggested instructors' })
  expect(suggested.textContent).toContain('-0.35 points: 25 learners (0.15), 0 one-to-one (0.00), 90% of their hours')
  expect(suggested.textContent).toContain('Not free for every session: Bo.')
  await user.click(screen.getByRole('button', { name: 'Choose Ines Sol' }))
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ instructor_id: 'u1', course_id: 'c1' })
  await user.click(within(screen.getByRole('group', { name: 'Other times' })).getByRole('button'))
  screen.getByText('Moved')
  await user.click(screen.getByRole('button', { name: 'Create batch' }))
  const [first, second] = [
    { date: '2031-03-03', start_time: '18:00', end_time: '19:30' },
    { date: '2031-03-11', start_time: '17:00', end_time: '18:30' },
  ]
  await expect.poll(() => sent[0]?.body).toMatchObject({ assigned_instructor: 'u1', schedule: [first, second] })
  expect(sent[0]?.body).not.toHaveProperty('recurrence')
})

test('moving all sessions changes the rule', async () => {
  const values = { ...emptyBatch('UTC'), start_date: '2031-03-03', weekdays: ['monday' as const, 'sunday' as const] }
  const time = { starts_at: '', ends_at: '', start_time: '18:00', end_time: '19:30' }
  expect(shifted(values, { days: 1, minutes: 0, entries: [{ ...time, date: '2031-03-04' }] })).toMatchObject({
    start_date: '2031-03-04',
    weekdays: ['tuesday', 'monday'],
  })
  expect(shifted(values, { days: -8, minutes: 0, entries: [{ ...time, date: '2031-02-23' }] }).weekdays).toEqual([
    'sunday',
    'saturday',
  ])
})

test('the sessions of one learner have a price: that of the course, or by an hourly rate', async () => {
  reply('get', '/rooms', [])
  reply('get', '/courses/{id}', { ...detail, fee_currency: 'EUR' })
  reply('get', '/student-analytics/courses/{id}/students', [])
  reply('get', '/currencies', [
    { code: 'USD', is_default: true, minor_digits: 2 },
    { code: 'EUR', is_default: false, minor_digits: 2 },
  ])
  reply('post', '/batches/check-conflicts', {
    has_conflicts: false,
    warnings: [],
    conflicts: [],
    left_out: [],
    entries: [entry('2031-03-03', true), entry('2031-03-10', true), entry('2031-03-17', true)],
  })
  const quote = { at: '2031-01-01T00:00:00Z', currency: 'EUR', minor_digits: 2, totalHours: 4.5, first_session: 3334 }
  const byCourse = { ...quote, hourlyRate: 0, pricePerSession: 3333, subtotal: 10000 }
  const discount = { early_bird_percent: 10, early_bird_discount: 1000, totalPrice: 9000 }
  const asked = reply('post', '/batches/individual/calculate-pricing', { ...byCourse, ...discount })
  const sent = reply('post', '/batches/courses/{courseId}/batches', batch)
  const user = renderScreen(<NewBatchForm courseId="c1" onCreated={vi.fn()} />)
  await user.click(screen.getByRole('radio', { name: 'One-to-one' }))
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2031-03-03' } })
  const price = within(await screen.findByRole('region', { name: 'Price' }))
  expect(await price.findByText('3 sessions cost €90.00 in all')).toBeTruthy()
  expect(
    price.getByText(/About €33.33 a session · by the price of the course · early-bird .* 10% .*€10.00/),
  ).toBeTruthy()
  const whole = { course_id: 'c1', session_duration_minutes: 90, total_sessions: 3 }
  expect(asked.map(({ body }) => body)).toEqual([whole])
  reply('post', '/batches/individual/calculate-pricing', {
    ...quote,
    hourlyRate: 4050,
    pricePerSession: 6075,
    subtotal: 18225,
    early_bird_percent: 0,
    early_bird_discount: 0,
    totalPrice: 18225,
  })
  await user.type(price.getByLabelText('Hourly rate (optional)'), '40.50')
  expect(await price.findByText('3 sessions cost €182.25 in all')).toBeTruthy()
  expect(price.getByText('€60.75 a session')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Create batch' }))
  await expect.poll(() => sent[0]?.body).toMatchObject({ hourly_rate: 4050, currency: 'EUR' })
})
