import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { BookingPage } from './booking-page'
import { booking, offer, slot, today } from './fixtures'
import { ManagePage } from './manage-page'
import { OwnPage } from './own-page'
import { dayOf, monthAfter, monthOf } from './zoned'

test('a visitor holds a free time, then books it', async () => {
  history.replaceState(null, '', '/demo?utm_source=newsletter&utm_campaign=spring')
  offer()
  const held = reply('post', '/demo-booking/hold', {
    holdId: 'form',
    timeSlot: slot,
    adjusted: true,
    expiresAt: `${today}T08:05:00Z`,
    now: `${today}T08:00:00Z`,
  })
  const sent = reply('post', '/demo-booking', {
    ...booking,
    adjusted: false,
    requestedTimeSlot: slot,
    manageUrl: 'https://lectern.test/demo/manage#secret',
  })
  const user = renderScreen(<BookingPage />)
  await user.selectOptions(screen.getByLabelText('Time zone'), 'UTC')
  await user.click(await screen.findByRole('button', { name: /: 1 free time$/ }))
  await user.click(await screen.findByRole('radio', { name: /12:00.*UTC/ }))
  await screen.findByText('Demo classes can be booked until 2 hours before they begin. We chose the next free time.')
  expect(held[0]?.body).toEqual({ holdId: 'form', timeSlot: slot })
  expect(screen.getByRole('timer').textContent).toMatch(/We keep this time for you for [45]:/)
  await user.type(screen.getByLabelText('Your name'), 'Ann')
  await user.type(screen.getByLabelText(/^Email address/), 'ann@lectern.test')
  await user.click(screen.getByRole('button', { name: 'Book demo class' }))
  expect((await screen.findByRole('link', { name: 'Manage booking' })).getAttribute('href')).toContain('#secret')
  expect(sent[0]?.body).toMatchObject({
    email: 'ann@lectern.test',
    holdId: 'form',
    timeSlot: slot,
    website: '',
    utmParameters: { source: 'newsletter', campaign: 'spring', landingPath: '/demo' },
  })
  history.replaceState(null, '', '/')
})

test('a time that is no longer free is explained', async () => {
  offer()
  refuse('post', '/demo-booking/hold', 409, 'This time is no longer free. Choose another one.')
  const user = renderScreen(<BookingPage />)
  await user.selectOptions(screen.getByLabelText('Time zone'), 'UTC')
  await user.click(await screen.findByRole('button', { name: /: 1 free time$/ }))
  await user.click(await screen.findByRole('radio', { name: /12:00/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('This time is no longer free.')
})

test('who looks like a robot enters the code of the email', async () => {
  offer()
  reply('post', '/demo-booking/hold', {
    holdId: 'form',
    timeSlot: slot,
    adjusted: false,
    expiresAt: `${today}T08:05:00Z`,
    now: `${today}T08:00:00Z`,
  })
  refuse('post', '/demo-booking', 409, 'We sent a code.', { '': '' }, undefined, 'BOOKING_ERROR', 'email_code_required')
  const user = renderScreen(<BookingPage />)
  await user.selectOptions(screen.getByLabelText('Time zone'), 'UTC')
  await user.click(await screen.findByRole('button', { name: /: 1 free time$/ }))
  await user.click(await screen.findByRole('radio', { name: /12:00/ }))
  await user.type(await screen.findByLabelText(/^Email address/), 'ann@lectern.test')
  expect(screen.queryByLabelText(/^Code/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Book demo class' }))
  await user.type(await screen.findByLabelText(/^Code from our email/), '123456')
  screen.getByText('The code is valid for 10 minutes. We keep this time for you until then.')
  const done = { ...booking, adjusted: false, requestedTimeSlot: slot, manageUrl: 'https://lectern.test/demo/manage#x' }
  const sent = reply('post', '/demo-booking', done)
  await user.click(screen.getByRole('button', { name: 'Book demo class' }))
  await screen.findByRole('link', { name: 'Manage booking' })
  expect(sent[0]?.body).toMatchObject({ email: 'ann@lectern.test', emailCode: '123456' })
})

test('the link of an email cancels and moves', async () => {
  offer()
  reply('get', '/demo-booking/manage/{token}', booking)
  const sent = reply('post', '/demo-booking/manage/{token}', { ...booking, status: 'cancelled' })
  const user = renderScreen(<ManagePage token="secret" feedback={null} />)
  await screen.findByText('With Tomás Rivera')
  await user.click(screen.getByRole('button', { name: 'Move to another time' }))
  await user.click(await screen.findByRole('button', { name: /: 1 free time$/ }))
  await user.click(await screen.findByRole('radio', { name: /12:00/ }))
  await user.click(screen.getByRole('button', { name: 'Move demo class' }))
  await expect.poll(() => sent[0]?.body).toEqual({ action: 'reschedule', newTimeSlot: slot })
  await user.click(screen.getByRole('button', { name: 'Cancel demo class' }))
  const [, confirm] = screen.getAllByRole('button', { name: 'Cancel demo class' })
  if (confirm) await user.click(confirm)
  await expect.poll(() => sent[1]?.body).toEqual({ action: 'cancel' })
})

test('without a link there is nothing to manage', async () => {
  renderScreen(<ManagePage token="" feedback={null} />)
  await screen.findByText('This page opens from the link in our emails.')
})

test('months begin on Monday and turn with the year', () => {
  expect(monthOf('2026-09')).toMatchObject({ before: 1, days: { length: 30 } })
  expect(monthOf('2024-02').days.at(-1)).toBe('2024-02-29')
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(dayOf(new Date('2026-09-06T20:00:00Z'), 'Asia/Kolkata')).toBe('2026-09-07')
})

test('users see what they have booked, and move on to the courses', async () => {
  const done = { ...booking, id: 'd2', status: 'completed' as const, canCancel: false, canReschedule: false }
  reply('get', '/demo-booking', [booking, { ...done, courseInterest: 'Bees' }])
  const sent = reply('put', '/demo-booking', { ...booking, status: 'cancelled' })
  const user = renderScreen(<OwnPage userId="u1" page={1} onPage={() => {}} feedback={(id) => `Feedback on ${id}`} />)
  await screen.findByText('Feedback on d2')
  expect(screen.queryByText('Feedback on d1')).toBeNull()
  expect(screen.getByRole('link', { name: 'Enrol in a course' }).getAttribute('href')).toBe('/courses?search=Bees')
  await user.click(screen.getByRole('button', { name: 'Cancel demo class' }))
  const [, confirm] = screen.getAllByRole('button', { name: 'Cancel demo class' })
  if (confirm) await user.click(confirm)
  await expect.poll(() => sent[0]?.body).toEqual({ bookingId: 'd1' })
})

test('a visitor joins from the page of their booking while it is open, and a refusal is shown', async () => {
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  reply('get', '/demo-booking/manage/{token}', { ...booking, timeSlot: soon(9), endTime: soon(69) })
  refuse('post', '/demo-booking/manage/{token}/join', 503, 'This demo class has no room yet.')
  const user = renderScreen(<ManagePage token="secret" feedback={null} />)
  await user.click(await screen.findByRole('button', { name: 'Join demo class' }))
  expect(await screen.findByText('This demo class has no room yet.')).toBeTruthy()
  expect(open).not.toHaveBeenCalled()
  reply('post', '/demo-booking/manage/{token}/join', {
    expiresAt: '2031-03-03T17:01:00Z',
    url: '/api/v1/demo-booking/enter/t',
  })
  await user.click(screen.getByRole('button', { name: 'Join demo class' }))
  await expect.poll(() => open.mock.calls).toEqual([['/api/v1/demo-booking/enter/t', '_self']])
  open.mockRestore()
})

test('before it opens, a visitor reads when they can join', async () => {
  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
  reply('get', '/demo-booking/manage/{token}', { ...booking, timeSlot: tomorrow, endTime: tomorrow })
  renderScreen(<ManagePage token="secret" feedback={null} />)
  expect(await screen.findByText('You can join here 10 minutes before it begins.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join demo class' })).toBeNull()
})
