import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply, tagOf } from '@/testing/server'
import type { DemoBooking } from './api'
import { DemoRoomButton } from './demo-room'
import { readDemoFilters } from './filters'
import { booking, offer, slot } from './fixtures'
import { StaffActions } from './staff-actions'
import { StaffPage } from './staff-page'

const begun = { ...booking, canCancel: false, canReschedule: false }

beforeEach(() => {
  reply('get', '/demo-booking/stats', {
    total: 12,
    upcoming: 3,
    outcomeMissing: 2,
    byStatus: { completed: 6 },
    byType: {},
    bySource: {},
    noShowRate: 14.3,
    converted: 2,
    conversionRate: 40,
    completionRate: 66.7,
  })
})

function show(row: DemoBooking, instructorId = '') {
  const asked = instructorId
    ? reply('get', '/demo-booking/instructor/{id}', [row])
    : reply('get', '/demo-booking', [row])
  const onFilters = vi.fn()
  const user = renderScreen(
    <StaffPage instructorId={instructorId} filters={{}} onFilters={onFilters}>
      {null}
    </StaffPage>,
  )
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for the demo class of Ann' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { user, asked, onFilters, choose }
}

test('administrators see every demo class with its campaign, and figures', async () => {
  const { user, onFilters } = show({ ...booking, utmParameters: { source: 'news', campaign: 'may' } })
  const row = within(await screen.findByRole('row', { name: /Ann/ }))
  row.getByText('Tomás Rivera')
  row.getByText('news / may')
  const figures = within(screen.getByRole('region', { name: 'Figures' }))
  expect((await figures.findByText('Missed by visitors')).nextSibling?.textContent).toBe('14%')
  await user.selectOptions(screen.getByLabelText('Status'), 'Outcome missing')
  expect(onFilters).toHaveBeenCalledWith({ status: 'pending' })
})

test('instructors see their own and cannot give them to others', async () => {
  const { user, asked } = show(booking, 'i1')
  await user.click(await screen.findByRole('button', { name: 'Actions for the demo class of Ann' }))
  await screen.findByRole('menuitem', { name: 'Cancel demo class' })
  expect(screen.queryByRole('menuitem', { name: 'Assign another instructor' })).toBeNull()
  expect(asked[0]?.path).toBe('/demo-booking/instructor/i1')
  expect(screen.queryByRole('columnheader', { name: 'Instructor' })).toBeNull()
})

test('a class that took place is completed with notes', async () => {
  const { user, choose } = show(begun)
  const sent = reply('put', '/demo-booking', { ...booking, status: 'completed' })
  await choose('Complete demo class')
  await user.type(screen.getByLabelText('Notes'), 'Knows a lot')
  await user.click(screen.getByRole('button', { name: 'Complete demo class' }))
  await expect
    .poll(() => sent[0])
    .toMatchObject({
      query: '?action=complete',
      body: { bookingId: 'd1', completionNotes: 'Knows a lot' },
    })
})

test('a missed class says who did not come, and a refusal is shown', async () => {
  const { user, choose } = show(begun)
  refuse('put', '/demo-booking', 409, 'Wait until 10 minutes after the start.')
  await choose('Mark as missed')
  await user.click(screen.getByLabelText('The instructor'))
  await user.click(screen.getByRole('button', { name: 'Mark as missed' }))
  await screen.findByText('Wait until 10 minutes after the start.')
  const sent = reply('put', '/demo-booking', { ...booking, status: 'no_show' })
  await user.click(screen.getByRole('button', { name: 'Mark as missed' }))
  await expect.poll(() => sent[0]?.body).toEqual({ bookingId: 'd1', side: 'instructor' })
})

test('a class ahead is moved, then cancelled', async () => {
  offer()
  const { user, choose } = show(booking)
  const sent = reply('put', '/demo-booking', booking)
  await choose('Move to another time')
  await user.selectOptions(screen.getByLabelText('Time zone'), 'UTC')
  await user.click(await screen.findByRole('button', { name: /: 1 free time$/ }))
  await user.click(await screen.findByRole('radio', { name: /12:00/ }))
  await user.click(screen.getByRole('button', { name: 'Move demo class' }))
  await expect.poll(() => sent[0]?.body).toEqual({ bookingId: 'd1', newTimeSlot: slot })
  await choose('Cancel demo class')
  await user.type(screen.getByLabelText('Reason'), 'Ill')
  await user.click(screen.getByRole('button', { name: 'Cancel demo class' }))
  await expect.poll(() => sent[1]?.body).toEqual({ bookingId: 'd1', cancellationReason: 'Ill' })
})

test('administrators give a class to another instructor', async () => {
  const since = booking.createdAt
  const person = {
    created_at: since,
    deletion_at: null,
    deletion_by: null,
    email: 'priya@lectern.test',
    email_verified_at: since,
    full_name: 'Priya Nair',
    id: 'i2',
    last_seen_at: null,
    locked: false,
    roles: ['instructor'],
    status: 'active',
    student_number: '',
  } satisfies Schema<'UserRow'>
  const asked = reply('get', '/users', [{ ...person, id: 'i1', full_name: 'Tomás Rivera' }, person])
  const sent = reply('post', '/demo-booking/{id}/assign-instructor', booking)
  const { user, choose } = show(booking)
  await choose('Assign another instructor')
  await user.click(screen.getByRole('combobox', { name: 'Instructor' }))
  await user.click(await screen.findByRole('option', { name: 'Priya Nair' }))
  expect(screen.queryByRole('option', { name: 'Tomás Rivera' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Assign instructor' }))
  await expect.poll(() => sent[0]).toMatchObject({ body: { instructorId: 'i2' } })
  expect(asked[0]?.query).toContain('role=instructor')
})

test('the search of a URL is read leniently', () => {
  expect(readDemoFilters({ status: 'gone', startDate: 'soon', endDate: '2026-09-03', page: 2 })).toEqual({
    endDate: '2026-09-03',
    page: 2,
  })
})

test('staff say which enrolment followed from a demo class, and take it back', async () => {
  const completed = { ...booking, status: 'completed' as const, canCancel: false, userId: 'u1' }
  const learner = {
    id: 'u1',
    full_name: 'Ann',
    email: 'ann@lectern.test',
    courses: 1,
    courses_completed: 0,
    percent: 0,
  }
  reply('get', '/students', [{ ...learner, last_active_at: null }])
  const course = { course_id: 'c1', title: 'Bees', status: 'active' as const, enrolled_at: slot, completed_at: null }
  reply('get', '/students/{id}', {
    ...learner,
    last_active_at: null,
    batches: [],
    course_list: [{ ...course, last_at: null, completed: 0, required: 0, percent: null, time_spent: 0 }],
  })
  const sent = reply('post', '/demo-booking/{id}/convert', completed)
  const removed = reply('delete', '/demo-booking/{id}/convert', completed)
  const user = renderScreen(<StaffActions booking={completed} canAssign />)
  await user.click(screen.getByRole('button', { name: /^Actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Add enrolment' }))
  const courses = await screen.findByRole('combobox', { name: 'Course' })
  await expect.poll(() => courses.hasAttribute('disabled')).toBe(false)
  await user.click(courses)
  await user.click(await screen.findByRole('option', { name: 'Bees' }))
  await user.click(screen.getByRole('button', { name: 'Add enrolment' }))
  await expect.poll(() => sent[0]?.body).toEqual({ userId: 'u1', courseId: 'c1' })
  cleanup()
  const again = renderScreen(<StaffActions booking={{ ...completed, convertedAt: slot }} canAssign />)
  await again.click(screen.getByRole('button', { name: /^Actions/ }))
  await again.click(await screen.findByRole('menuitem', { name: 'Remove enrolment' }))
  await again.click(await screen.findByRole('button', { name: 'Remove enrolment' }))
  await expect.poll(() => removed.length).toBe(1)
})

test('an instructor chooses where they give demo classes', async () => {
  const room = { provider: 'none', url: '' } as const
  reply('get', '/instructors/{id}/demo-room', room)
  reply('get', '/meeting-servers', [
    { name: 'jitsi', host: 'meet.example.org' },
    { name: 'zoom', host: 'zoom.us' },
  ])
  const sent = reply('put', '/instructors/{id}/demo-room', { provider: 'jitsi', url: '' })
  const user = renderScreen(<DemoRoomButton />)
  await user.click(await screen.findByRole('button', { name: 'Room for demo classes' }))
  await user.click(await screen.findByRole('radio', { name: 'Jitsi' }))
  expect(screen.getByRole('radio', { name: 'Zoom' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save room' }))
  await expect
    .poll(() => sent.map(({ body, tag }) => ({ body, tag })))
    .toEqual([{ body: { provider: 'jitsi', url: '' }, tag: tagOf(room) }])
})
