import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { MeetingDetails, OnlineMeeting } from './api'
import { MeetingPage } from './meeting-page'
import { MeetingsPage } from './meetings-page'
import { MoveMeeting } from './move-meeting'
import { MeetingRoomPage } from './room-page'

const meeting: OnlineMeeting = {
  id: 'm1',
  kind: 'meeting',
  is_weekly: false,
  title: 'Office hours',
  description: '',
  course_id: null,
  course_title: '',
  for_course: false,
  instructor_id: 'u2',
  instructor_name: 'Ines Sol',
  date: '2031-03-03',
  start_time: '18:00',
  end_time: '19:00',
  timezone: 'Europe/Berlin',
  starts_at: '2031-03-03T17:00:00Z',
  ends_at: '2031-03-03T18:00:00Z',
  provider: 'jitsi',
  status: 'scheduled',
  sequence: 0,
  invited: 1,
  can_manage: false,
  state: 'open',
  opens_at: '2031-03-03T16:50:00Z',
  closes_at: '2031-03-03T18:30:00Z',
  host: 'jitsi.example.org',
}

const details: MeetingDetails = { ...meeting, url: '', instead: '', people: [], now: '2031-03-03T16:55:00Z' }

test('a learner joins an open meeting by a link that is made at that moment', async () => {
  reply('get', '/online-meetings/get/{id}', details)
  reply('post', '/online-meetings/{id}/join', { url: '/enter', expires_at: '2031-03-03T17:00:00Z' })
  const onJoin = vi.fn()
  const user = renderScreen(
    <MeetingPage meetingId="m1" onJoin={onJoin} registrants={() => null} recordings={() => null} />,
  )
  await user.click(await screen.findByRole('button', { name: 'Join meeting' }))
  await expect.poll(() => onJoin.mock.calls).toEqual([['/enter']])
  expect(screen.queryByRole('button', { name: 'Cancel meeting' })).toBeNull()
})

test('who holds a meeting sees afterwards who attended, and corrects it', async () => {
  const over = { starts_at: '2021-03-03T17:00:00Z', ends_at: '2021-03-03T18:00:00Z', state: 'over' } as const
  reply('get', '/online-meetings/get/{id}', { ...details, ...over, now: new Date().toISOString(), can_manage: true })
  const stay = { source: 'room', joined_at: '2021-03-03T17:00:00Z', left_at: '2021-03-03T17:30:00Z' } as const
  const lee = {
    user_id: 'u1',
    full_name: 'Lee',
    is_named: true,
    status: 'partial',
    computed: 'partial',
    is_marked: false,
    note: '',
    seconds: 1800,
    first_join: '2021-03-03T17:00:00Z',
    stays: [stay],
  } as const
  reply('get', '/online-meetings/{id}/attendance', {
    meeting_id: 'm1',
    can_edit: true,
    has_more: false,
    unmatched: 0,
    people: [{ ...lee, stays: [stay] }],
  })
  const sent = reply('put', '/online-meetings/{id}/attendance', {
    meeting_id: 'm1',
    can_edit: true,
    has_more: false,
    unmatched: 0,
    people: [],
  })
  const user = renderScreen(
    <MeetingPage meetingId="m1" onJoin={vi.fn()} registrants={() => null} recordings={() => null} />,
  )
  const row = within(await screen.findByRole('row', { name: /Lee/ }))
  expect(row.getByText('30m')).toBeTruthy()
  expect(row.getByText(/In the room in Lectern/)).toBeTruthy()
  await user.selectOptions(row.getByRole('combobox', { name: 'Attendance of Lee' }), 'Present')
  await expect.poll(() => sent[0]?.body).toEqual({ marks: [{ user_id: 'u1', status: 'present', note: '' }] })
})

test('people of an imported list of a meeting are assigned to those who were expected', async () => {
  const over = { starts_at: '2021-03-03T17:00:00Z', ends_at: '2021-03-03T18:00:00Z', state: 'over' } as const
  reply('get', '/online-meetings/get/{id}', { ...details, ...over, now: new Date().toISOString(), can_manage: true })
  const zoe = {
    user_id: 'u2',
    full_name: 'Zoe',
    is_named: true,
    status: 'absent',
    computed: 'absent',
    is_marked: false,
    note: '',
    seconds: 0,
    first_join: null,
    stays: [],
  } as const
  reply('get', '/online-meetings/{id}/attendance', {
    meeting_id: 'm1',
    can_edit: true,
    has_more: false,
    unmatched: 1,
    people: [{ ...zoe, stays: [] }],
  })
  const unknown = { external_key: 'Zoey', name: 'Zoey', joined_at: over.starts_at, left_at: over.ends_at }
  reply('get', '/online-meetings/{id}/attendance/unmatched', [unknown])
  const assigned = reply('post', '/online-meetings/{id}/attendance/assign', [])
  const user = renderScreen(
    <MeetingPage meetingId="m1" onJoin={vi.fn()} registrants={() => null} recordings={() => null} />,
  )
  expect(await screen.findByText('1 person in imported lists is to be assigned to a learner')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Import participants' }))
  const who = await screen.findByRole('combobox', { name: 'Learner who is Zoey' })
  await within(who).findByRole('option', { name: 'Zoe' })
  await user.selectOptions(who, 'Zoe')
  await expect.poll(() => assigned.map(({ body }) => body)).toEqual([{ external_key: 'Zoey', user_id: 'u2' }])
})

test('a learner sees afterwards whether they attended', async () => {
  const own_attendance = { status: 'late', seconds: 2400, can_dispute: false } as const
  reply('get', '/online-meetings/get/{id}', { ...details, state: 'over', own_attendance })
  renderScreen(<MeetingPage meetingId="m1" onJoin={vi.fn()} registrants={() => null} recordings={() => null} />)
  expect(await screen.findByText('Late')).toBeTruthy()
})

const open = {
  reason: 'I was there.',
  contested: 'absent',
  state: 'open',
  answer: '',
  created_at: '2031-03-04T10:00:00Z',
  answered_at: null,
} as const

test('a learner says once that their attendance of a meeting is wrong', async () => {
  const absent = { status: 'absent', seconds: 0, can_dispute: true } as const
  reply('get', '/online-meetings/get/{id}', { ...details, state: 'over', own_attendance: absent })
  const sent = reply('post', '/online-meetings/{id}/attendance/dispute', { ...absent, can_dispute: false })
  const user = renderScreen(
    <MeetingPage meetingId="m1" onJoin={vi.fn()} registrants={() => null} recordings={() => null} />,
  )
  await user.click(await screen.findByRole('button', { name: 'Dispute attendance' }))
  const disputed = { ...absent, can_dispute: false, dispute: open }
  reply('get', '/online-meetings/get/{id}', { ...details, state: 'over', own_attendance: disputed })
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByRole('textbox', { name: 'What was different?' }), 'I was there.')
  await user.click(form.getByRole('button', { name: 'Send dispute' }))
  expect(await screen.findByText('Your instructor will answer.')).toBeTruthy()
  expect(sent[0]?.body).toEqual({ reason: 'I was there.' })
})

test('the open disputes of meetings stand in one list, are counted at each, and are answered there', async () => {
  const lee = {
    user_id: 'u1',
    full_name: 'Lee',
    is_named: true,
    status: 'absent',
    computed: 'absent',
    is_marked: false,
    note: '',
    seconds: 0,
    first_join: null,
    stays: [],
    dispute: open,
  } as const
  const of = { meeting_id: 'm1', kind: 'doubt', meeting_title: '', course_title: 'Bread' } as const
  reply('get', '/online-meetings/get', [{ ...meeting, can_manage: true, open_disputes: 1 }])
  reply('get', '/online-meetings/disputes', [
    { ...of, starts_at: '2031-03-03T17:00:00Z', timezone: 'UTC', learner: { ...lee, stays: [] } },
  ])
  const sent = reply('post', '/online-meetings/{id}/attendance/disputes/{userId}', { ...lee, stays: [] })
  const user = renderScreen(<MeetingsPage search={{ past: true }} onSearch={vi.fn()} plans onPlanned={vi.fn()} />)
  const leads = () => screen.queryAllByRole('link', { name: '1 open dispute' }).map((link) => link.getAttribute('href'))
  await expect.poll(leads).toEqual(['#disputes', '/meetings/m1#attendance'])
  const table = within(await screen.findByRole('table', { name: 'Open disputes' }))
  expect(table.getByRole('link', { name: 'Q&A: Bread' }).getAttribute('href')).toBe('/meetings/m1')
  await user.click(table.getByRole('button', { name: 'Answer the dispute of Lee' }))
  const form = within(await screen.findByRole('dialog'))
  await user.click(form.getByRole('radio', { name: 'Decline: the attendance stays' }))
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'You left.')
  await user.click(form.getByRole('button', { name: 'Decline dispute' }))
  await expect.poll(() => sent[0]?.body).toEqual({ accept: false, answer: 'You left.' })
})

test('an instructor sees who has come, and cancels a meeting that has not begun', async () => {
  const people = [{ user_id: 'u1', full_name: 'Lee', is_named: true, joined_at: null }]
  reply('get', '/online-meetings/get/{id}', { ...details, can_manage: true, people })
  const cancelled = reply('delete', '/online-meetings/delete/{id}', {})
  const user = renderScreen(
    <MeetingPage meetingId="m1" onJoin={vi.fn()} registrants={() => null} recordings={() => null} />,
  )
  expect(await screen.findByText('1 learner is invited')).toBeTruthy()
  expect(within(screen.getByRole('row', { name: /Lee/ })).getByText('Not yet')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel meeting' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel meeting' }))
  await expect.poll(() => cancelled.length).toBe(1)
})

test('an instructor plans a meeting with a link, and the list is empty before', async () => {
  reply('get', '/online-meetings/get', [])
  reply('get', '/online-meetings/disputes', [])
  reply('get', '/meeting-servers', [])
  reply('get', '/courses/get', [])
  reply('get', '/announcements/students', [{ id: 'u1', full_name: 'Lee', email: 'lee@example.org' }])
  const sent = reply('post', '/online-meetings/create', details)
  const onPlanned = vi.fn()
  const user = renderScreen(<MeetingsPage search={{}} onSearch={vi.fn()} plans onPlanned={onPlanned} />)
  expect(await screen.findByText('No meetings ahead')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Plan meeting' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByRole('textbox', { name: 'Title' }), 'Office hours')
  await user.type(await form.findByRole('textbox', { name: 'Address of the meeting' }), 'https://meet.example.org')
  await user.click(form.getByRole('button', { name: 'Plan meeting' }))
  await expect.poll(() => onPlanned.mock.calls).toEqual([['m1']])
  expect(sent[0]?.body).toMatchObject({ title: 'Office hours', provider: 'link', url: 'https://meet.example.org' })
})

test('a Q&A session is moved over the version that was seen, to a free time where another one is in the way', async () => {
  const questions = { ...details, id: 'd1', kind: 'doubt' as const, title: '', course_title: 'Bread', is_weekly: true }
  reply('get', '/online-meetings/get/{id}', questions)
  const moved = vi.fn()
  const user = renderScreen(<MoveMeeting meetingId="d1" onClose={() => undefined} onMoved={moved} />)
  await screen.findByRole('dialog', { name: 'Move “Q&A: Bread”' })
  const { starts_at, ends_at } = details
  const free = { date: '2031-03-04', start_time: '17:30', end_time: '18:30', starts_at, ends_at }
  refuse(
    'put',
    '/online-meetings/{id}/time',
    409,
    'The instructor isn’t free at this time.',
    {},
    {
      conflicts: [{ kind: 'session', label: 'Bees', starts_at, ends_at }],
      alternatives: [free],
    },
  )
  await user.click(screen.getByRole('button', { name: 'Move meeting' }))
  expect(await screen.findByText(/^Bees: /)).toBeTruthy()
  const sent = reply('put', '/online-meetings/{id}/time', questions)
  await user.click(within(screen.getByRole('group', { name: 'Other times' })).getByRole('button'))
  expect(screen.queryByText(/^Bees: /)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Move meeting' }))
  await waitFor(() => expect(moved).toHaveBeenCalled())
  expect(sent[0]?.body).toEqual({ date: '2031-03-04', start_time: '17:30', end_time: '18:30' })
})

test('a Q&A session without a room can’t be joined, and its form asks for no learners', async () => {
  const questions = { ...details, kind: 'doubt' as const, title: '', course_title: 'Bread', provider: 'none' as const }
  reply('get', '/online-meetings/get/{id}', {
    ...questions,
    can_manage: true,
    state: 'upcoming',
    starts_at: '2090-01-01T10:00:00Z',
  })
  reply('get', '/meeting-servers', [])
  const user = renderScreen(
    <MeetingPage meetingId="m1" onJoin={() => undefined} registrants={() => null} recordings={() => null} />,
  )
  await screen.findByText('This session has no room yet.')
  expect(screen.getByRole('button', { name: 'Join meeting' }).hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Change meeting' }))
  const form = within(await screen.findByRole('dialog', { name: 'Change meeting' }))
  expect(form.getByText('Where do you meet?')).toBeTruthy()
  expect(form.queryByText('Invite learners (optional)')).toBeNull()
})

test('an instructor sees why there is no Zoom meeting, where people meet instead, and tries again', async () => {
  reply('get', '/online-meetings/get/{id}', {
    ...details,
    can_manage: true,
    provider: 'zoom',
    host: 'zoom.us',
    instead: 'jitsi',
    meeting: { state: 'failed', error: 'refused', detail: 'The host is not licensed.' },
  })
  const retried = reply('post', '/online-meetings/{id}/zoom-meeting/retry', {})
  const user = renderScreen(
    <MeetingPage meetingId="m1" onJoin={vi.fn()} registrants={() => null} recordings={() => null} />,
  )
  expect(await screen.findByText('The host is not licensed.')).toBeTruthy()
  expect(screen.getByText('You meet in another room instead.')).toBeTruthy()
  expect(screen.getByText('Jitsi')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => retried.length).toBe(1)
})

test('the built-in room of a meeting shows who is there until the user leaves', async () => {
  reply('get', '/online-meetings/get/{id}', { ...details, provider: 'built_in', host: '' })
  const people = [{ user_id: 'u2', full_name: 'Ines Sol', teaches: true, since: '2031-03-03T16:56:00Z' }]
  reply('post', '/online-meetings/{id}/presence', {
    people,
    ends_at: '2031-03-03T18:00:00Z',
    now: '2031-03-03T16:57:00Z',
  })
  const left = reply('delete', '/online-meetings/{id}/presence', {})
  const onLeft = vi.fn()
  const user = renderScreen(<MeetingRoomPage meetingId="m1" onLeft={onLeft} />)
  expect(await screen.findByText('1 person is here')).toBeTruthy()
  expect(screen.getByText('Ines Sol')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Leave meeting' }))
  await expect.poll(() => onLeft.mock.calls.length).toBe(1)
  expect(left).toHaveLength(1)
})
