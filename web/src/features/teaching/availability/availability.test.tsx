import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import type { Availability } from './api'
import { AvailabilityPage } from './availability-page'
import type { ExternalCalendar } from './external-calendars-api'
import { hoursOf, toSend } from './values'

const availability: Availability = {
  instructor_id: 'i1',
  full_name: 'Tomás Rivera',
  timezone: 'Europe/Madrid',
  takes_demos: true,
  hours: [
    { weekday: 1, from: '09:30', until: '12:30' },
    { weekday: 1, from: '20:00', until: '24:00' },
  ],
  overrides: [{ date: '2026-12-24', windows: [] }],
  weight: 200,
  demo_types: ['course_demo'],
  slot_minutes: 60,
  step_minutes: 30,
  notice_minutes: 120,
  ahead_days: 60,
  daily_cap: 6,
  time_off: [],
  warnings: [],
  updated_at: '2026-11-01T10:00:00Z',
}

const at = '/instructors/{id}/availability'

function show(change: Partial<Availability> = {}, calendars: ExternalCalendar[] = []) {
  reply('get', at, { ...availability, ...change })
  reply('get', '/calendar/external', calendars)
  reply('get', '/demo-booking/available-slots', {
    date: '2026-11-30',
    timezone: 'Europe/Madrid',
    slots: [],
    days: [
      { date: '2026-11-30', free: 4 },
      { date: '2026-12-01', free: 0 },
    ],
    holdId: 'form',
    now: '2026-11-30T08:00:00Z',
  })
  return renderScreen(<AvailabilityPage />)
}

test('what the form does not show is sent as it was', () => {
  const { instructor_id, full_name, time_off, warnings, updated_at, ...document } = availability
  expect(toSend(hoursOf(availability), availability)).toEqual({
    ...document,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
  })
})

test('instructors change the hours of a week and of single days', async () => {
  const sent = reply('put', at, availability)
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Add hours on Tuesday' }))
  const until = screen.getByLabelText('Tuesday, until')
  await user.clear(until)
  await user.type(until, '13:00')
  await user.click(screen.getByRole('button', { name: 'Remove 20:00 to 00:00 on Monday' }))
  await user.click(screen.getByRole('button', { name: 'Remove 24 Dec 2026' }))
  await user.type(screen.getByLabelText('Day'), '2026-12-31')
  await user.click(screen.getByRole('button', { name: 'Add day' }))
  await user.click(screen.getByRole('button', { name: 'Save hours' }))
  await expect
    .poll(() => sent[0]?.body)
    .toMatchObject({
      hours: [
        { weekday: 1, from: '09:30', until: '12:30' },
        { weekday: 2, from: '09:00', until: '13:00' },
      ],
      overrides: [{ date: '2026-12-31', windows: [] }],
      weight: 200,
    })
})

test('hours that overlap are marked at their day', async () => {
  refuse('put', at, 400, 'The window from 10:00 overlaps the one before it', {
    'hours[1]': 'The window from 10:00 overlaps the one before it',
  })
  const user = show()
  await user.click(await screen.findByLabelText('Visitors can book demo classes'))
  await user.click(screen.getByRole('button', { name: 'Save hours' }))
  await screen.findByText('The window from 10:00 overlaps the one before it')
  await screen.findByText('Check the fields marked below.')
})

const session = {
  id: 's1',
  batch_id: 'b1',
  title: '',
  timezone: 'Europe/Madrid',
  date: '2026-12-07',
  start_time: '09:00',
  end_time: '10:00',
  member_count: 12,
  alternatives: [
    {
      date: '2026-12-10',
      start_time: '09:00',
      end_time: '10:00',
      starts_at: '2026-12-10T08:00:00Z',
      ends_at: '2026-12-10T09:00:00Z',
    },
  ],
  substitutes: [{ id: 'i2', full_name: 'Ines Aranda' }],
}

const conflict = (kind: 'session' | 'demo' | 'hold', id: string) => ({
  kind,
  label: 'November group',
  starts_at: '2026-12-07T08:00:00Z',
  ends_at: '2026-12-07T09:00:00Z',
  ...(kind === 'session' && { session: { ...session, id } }),
  ...(kind === 'demo' && { booking: { id, timezone: 'Europe/Madrid', substitutes: session.substitutes } }),
})

const inTheWay = 'Something is booked at that time. Decide what becomes of it first.'

test('time off is taken with what becomes of each session then', async () => {
  const path = '/instructors/{id}/time-off'
  refuse(
    'post',
    path,
    409,
    inTheWay,
    {},
    { conflicts: [conflict('session', 's1'), conflict('session', 's2'), conflict('demo', 'd1')] },
  )
  const user = show()
  const form = within(await screen.findByRole('form', { name: 'Add time off' }))
  await user.type(form.getByLabelText('First day'), '2026-12-07')
  await user.type(form.getByLabelText('Last day'), '2026-12-08')
  await user.click(form.getByRole('button', { name: 'Add time off' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Booked during this time off' }))
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save time off' })
  const [first, second, demo] = dialog.getAllByLabelText('What happens to it')
  if (!first || !second || !demo) throw new Error('a booking has no choice')
  await user.selectOptions(demo, 'Hand over to another instructor')
  await user.selectOptions(first, 'Move session')
  expect(save.disabled).toBe(true)
  await user.selectOptions(second, 'Hand over to another instructor')
  await user.type(dialog.getByLabelText('Reason for learners'), 'I am away')
  const sent = reply('post', path, timeOff)
  await user.click(save)
  await expect
    .poll(() => sent[0]?.body)
    .toEqual({
      from: '2026-12-07',
      until: '2026-12-08',
      reason: '',
      timezone: 'Europe/Madrid',
      resolve: [
        { session_id: 's1', action: 'move', date: '2026-12-10', start_time: '09:00', end_time: '10:00' },
        { session_id: 's2', action: 'substitute', instructor_id: 'i2' },
      ],
      resolve_bookings: [{ kind: 'demo', id: 'd1', action: 'substitute', instructor_id: 'i2' }],
      resolve_reason: 'I am away',
    })
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sent.length).toBe(1)
})

test('a sick day shows what is left of today; a slot that is being booked stands in its way', async () => {
  const path = '/instructors/{id}/sick-day'
  refuse('post', path, 409, inTheWay, {}, { conflicts: [conflict('session', 's1'), conflict('hold', '')] })
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Report sick today' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take the rest of today off?' }))
  await user.selectOptions(dialog.getByLabelText('What happens to it'), 'Cancel session')
  expect(dialog.getByRole('alert').textContent).toContain(
    '7 Dec 2026, 09:00: Demo class that is being booked “November group”',
  )
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Take today off' }).disabled).toBe(true)
})

const timeOff = {
  id: 'o1',
  from: '2026-12-24T00:00',
  until: '2026-12-27T00:00',
  timezone: 'Europe/Madrid',
  starts_at: '2026-12-23T23:00:00Z',
  ends_at: '2026-12-26T23:00:00Z',
  reason: 'Family',
  created_at: '2026-11-01T10:00:00Z',
  undo_until: null,
}

test('time off that has just been added is undone', async () => {
  const undone = reply('post', '/instructors/{id}/time-off/{timeOffId}/undo', {})
  const user = show({ time_off: [{ ...timeOff, undo_until: '2026-11-01T10:10:00Z' }] })
  await user.click(await screen.findByRole('button', { name: /^Undo 24 Dec 2026/ }))
  await user.click(await screen.findByRole('button', { name: 'Undo time off' }))
  await expect.poll(() => undone[0]?.path).toBe('/instructors/i1/time-off/o1/undo')
})

test('time off is deleted, and what is booked outside of the hours is named', async () => {
  const removed = reply('delete', '/instructors/{id}/time-off/{timeOffId}', {})
  const user = show({
    time_off: [timeOff],
    warnings: [{ kind: 'demo', label: '', starts_at: '2026-11-30T08:00:00Z', ends_at: '2026-11-30T09:00:00Z' }],
  })
  await screen.findByText('30 Nov 2026, 09:00: Demo class')
  await user.click(screen.getByRole('button', { name: /^Delete 24 Dec 2026/ }))
  await user.click(await screen.findByRole('button', { name: 'Delete time off' }))
  await expect.poll(() => removed[0]?.path).toBe('/instructors/i1/time-off/o1')
})

const calendar: ExternalCalendar = {
  id: 'c1',
  name: 'Private',
  host: 'calendar.example.org',
  read_at: '2026-11-29T08:00:00Z',
  failed_since: null,
  last_error: '',
  unread_count: 0,
  busy_count: 4,
  created_at: '2026-11-01T08:00:00Z',
}

test('calendars elsewhere say why they cannot be read, and are added and deleted', async () => {
  const sent = reply('post', '/calendar/external', calendar)
  const deleted = reply('delete', '/calendar/external/{id}', {})
  const user = show({}, [
    calendar,
    { ...calendar, id: 'c2', name: 'Club', failed_since: '2026-11-30T08:00:00Z', last_error: 'The server is away.' },
    { ...calendar, id: 'c3', name: 'New', read_at: null },
  ])
  const section = within(await screen.findByRole('region', { name: 'Other calendars' }))
  const [good, bad, fresh] = await section.findAllByRole('listitem')
  expect(good?.textContent).toContain('Last read')
  expect(bad?.textContent).toMatch(/Can't be read since .* The server is away\. ?Its times are those of/)
  expect(fresh?.textContent).toContain('Is being read…')
  const form = within(section.getByRole('form', { name: 'Add calendar' }))
  await user.type(form.getByLabelText('Name'), 'Family')
  await user.type(form.getByLabelText('iCal address'), 'https://calendar.example.org/a.ics')
  await user.click(form.getByRole('button', { name: 'Add calendar' }))
  await expect.poll(() => sent[0]?.body).toEqual({ name: 'Family', url: 'https://calendar.example.org/a.ics' })
  await user.click(section.getByRole('button', { name: 'Delete Club' }))
  await user.click(await screen.findByRole('button', { name: 'Delete calendar' }))
  await expect.poll(() => deleted[0]?.path).toBe('/calendar/external/c2')
})

test('an address that is no calendar is marked at its field', async () => {
  refuse('post', '/calendar/external', 400, 'Enter the secret iCal address', { url: 'Enter the secret iCal address' })
  const user = show()
  await screen.findByText('No calendars connected yet.')
  await user.click(screen.getByRole('button', { name: 'Add calendar' }))
  const form = within(screen.getByRole('form', { name: 'Add calendar' }))
  await user.type(form.getByLabelText('Name'), 'Work')
  await user.type(form.getByLabelText(/address/), 'https://example.org')
  await user.click(form.getByRole('button', { name: 'Add calendar' }))
  await form.findByText('Enter the secret iCal address')
})

test('administrators plan the time off of an instructor, whose other calendars they do not see', async () => {
  reply('get', at, availability)
  reply('get', '/demo-booking/available-slots', {
    date: '2026-11-30',
    timezone: 'Europe/Madrid',
    slots: [],
    days: [],
    holdId: 'form',
    now: '2026-11-30T08:00:00Z',
  })
  const taken = reply('post', '/instructors/{id}/time-off', {
    id: 'o1',
    from: '2026-12-24T00:00:00',
    until: '2026-12-26T00:00:00',
    timezone: 'Europe/Madrid',
    reason: '',
    starts_at: '2026-12-23T23:00:00Z',
    ends_at: '2026-12-25T23:00:00Z',
    created_at: '2026-11-30T08:00:00Z',
    undo_until: null,
  })
  const user = renderScreen(<AvailabilityPage instructorId="i1" />)
  await screen.findByRole('heading', { name: 'Availability of Tomás Rivera' })
  const form = within(await screen.findByRole('form', { name: 'Add time off' }))
  expect(screen.queryByRole('region', { name: 'Other calendars' })).toBeNull()
  await user.type(form.getByLabelText('First day'), '2026-12-24')
  await user.type(form.getByLabelText('Last day'), '2026-12-25')
  await user.click(form.getByRole('button', { name: 'Add time off' }))
  await expect.poll(() => taken[0]?.path).toBe('/instructors/i1/time-off')
})
