import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply, tagOf } from '@/testing/server'

import type { AttendanceRow, LiveSession } from './api'
import { AttendanceTable } from './attendance-table'
import { BatchRoom } from './batch-room'
import { RoomPage } from './room-page'
import { ServersPage } from './servers-page'
import { SessionPage } from './session-page'

const session: LiveSession = {
  session: {
    id: 's1',
    date: '2031-03-03',
    start_time: '18:00',
    end_time: '19:30',
    original_date: '2031-03-03',
    original_start_time: '18:00',
    original_end_time: '19:30',
    detached: false,
    title: 'Hives',
    description: '',
    starts_at: '2031-03-03T17:00:00Z',
    ends_at: '2031-03-03T18:30:00Z',
    status: 'scheduled',
    sequence: 0,
    timezone: 'Europe/Berlin',
  },
  batch_id: 'b1',
  batch_name: 'Evening group',
  course_id: 'c1',
  course_title: 'Bread',
  instructor_name: 'Ines Sol',
  state: 'open',
  opens_at: '2031-03-03T16:50:00Z',
  closes_at: '2031-03-03T19:00:00Z',
  now: '2031-03-03T17:00:00Z',
  teaches: false,
  is_guest: false,
  can_start: false,
  provider: 'link',
  host: 'meet.example.org',
  is_recorded: false,
  expected: 3,
}

const row: AttendanceRow = {
  user_id: 'u1',
  full_name: 'Lee',
  guest_of: '',
  status: 'absent',
  computed: 'absent',
  is_marked: false,
  note: '',
  seconds: 0,
  first_join: null,
  intervals: [],
}

function open(changed: Partial<LiveSession>) {
  reply('get', '/sessions/{id}', { ...session, ...changed })
  const onJoin = vi.fn()
  return {
    user: renderScreen(
      <SessionPage
        sessionId="s1"
        onJoin={onJoin}
        registrants={() => null}
        recordings={() => null}
        makeUp={() => null}
        guestActions={() => null}
      />,
    ),
    onJoin,
  }
}

test('a learner joins an open session by a link that is made at that moment', async () => {
  const { user, onJoin } = open({})
  reply('post', '/sessions/{id}/join', { url: '/api/v1/join/t', expires_at: '2031-03-03T17:01:00Z' })
  await user.click(await screen.findByRole('button', { name: 'Join session' }))
  await expect.poll(() => onJoin.mock.calls).toEqual([['/api/v1/join/t']])
  expect(screen.queryByRole('button', { name: 'Change room' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Attendance' })).toBeNull()
})

test('before it opens, a learner sees how long it takes by the clock of the server', async () => {
  open({ state: 'upcoming', now: '2031-03-03T16:40:00Z' }) // this device's clock is years behind
  expect((await screen.findByRole('timer')).textContent).toMatch(
    /^The room opens in 9 min 5\d s\.$|^The room opens in 10 min\.$/,
  )
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Join session' }).disabled).toBe(true)
})

test('an instructor starts a session early, and joins one that is started', async () => {
  const { user, onJoin } = open({ state: 'upcoming', teaches: true, can_start: true })
  reply('get', '/sessions/{id}/attendance', { session_id: 's1', can_edit: true, rows: [] })
  const started = reply('post', '/sessions/{id}/start', { url: '/api/v1/join/t', expires_at: '2031-03-03T17:01:00Z' })
  const button = await screen.findByRole('button', { name: 'Start session' })
  reply('get', '/sessions/{id}', {
    ...session,
    teaches: true,
    session: { ...session.session, started_at: '2031-03-03T16:40:00Z' },
  })
  await user.click(button)
  await expect.poll(() => [started.length, onJoin.mock.calls]).toEqual([1, [['/api/v1/join/t']]])
  expect(await screen.findByText(/^The session started at /)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Join session' })).toBeTruthy()
})

test('a session without a room says who sets one up', async () => {
  open({ provider: 'none', host: '' })
  expect(await screen.findByText(/Your instructor hasn't set up a room yet/)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Join session' }).disabled).toBe(true)
})

test('a refusal is shown, and a learner sees their attendance afterwards', async () => {
  const { user, onJoin } = open({})
  refuse('post', '/sessions/{id}/join', 410, 'This session is over.')
  await user.click(await screen.findByRole('button', { name: 'Join session' }))
  expect(await screen.findByText('This session is over.')).toBeTruthy()
  expect(onJoin).not.toHaveBeenCalled()
})

test('what became of a session that is over', async () => {
  open({ state: 'over', own_attendance: { status: 'late', seconds: 2880, can_dispute: false } })
  expect(await screen.findByText('Late')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Join session' })).toBeNull()
})

test('an instructor corrects attendance over the version that they have seen', async () => {
  const sheet = { session_id: 's1', can_edit: true, rows: [row] }
  reply('get', '/sessions/{id}/attendance', sheet)
  const sent = reply('put', '/sessions/{id}/attendance', sheet)
  const user = renderScreen(<AttendanceTable sessionId="s1" actions={() => null} />)
  const line = within(await screen.findByRole('row', { name: /Lee/ }))
  await user.selectOptions(line.getByRole('combobox', { name: 'Attendance of Lee' }), 'Excused')
  await expect
    .poll(() => sent.map(({ body, tag }) => ({ body, tag })))
    .toEqual([{ body: { marks: [{ user_id: 'u1', status: 'excused', note: '' }] }, tag: tagOf(sheet) }])
})

test('the built-in room shows who is there, until one leaves', async () => {
  reply('get', '/sessions/{id}', { ...session, provider: 'built_in', host: '' })
  const stayed = reply('post', '/sessions/{id}/presence', {
    people: [
      { user_id: 'u2', full_name: 'Ines Sol', teaches: true, since: '2031-03-03T16:55:00Z' },
      { user_id: 'u1', full_name: 'Lee', teaches: false, since: '2031-03-03T17:00:00Z' },
    ],
    ends_at: '2031-03-03T18:30:00Z',
    now: '2031-03-03T17:00:00Z',
  })
  const left = reply('delete', '/sessions/{id}/presence', {})
  const onLeft = vi.fn()
  const user = renderScreen(<RoomPage sessionId="s1" onLeft={onLeft} />)
  expect(await screen.findByText('2 people are here')).toBeTruthy()
  expect(within(screen.getByText('Ines Sol').closest('li') ?? document.body).getByText('Instructor')).toBeTruthy()
  expect(stayed.length).toBe(1)
  await user.click(screen.getByRole('button', { name: 'Leave session' }))
  await expect.poll(() => [left.length, onLeft.mock.calls.length]).toEqual([1, 1])
})

test('an instructor sets the room of a batch, and a broken address is named', async () => {
  reply('get', '/meeting-servers', [])
  const room = { provider: 'none', url: '' } as const
  reply('get', '/batches/{id}/room', room)
  const user = renderScreen(<BatchRoom batchId="b1" />)
  await user.click(await screen.findByRole('button', { name: 'Set up a room' }))
  await user.click(await screen.findByRole('radio', { name: 'A meeting elsewhere' }))
  refuse('put', '/batches/{id}/room', 400, 'The address of the meeting must begin with https://', {
    url: 'The address of the meeting must begin with https://',
  })
  await user.type(screen.getByRole('textbox', { name: 'Address of the meeting' }), 'meet')
  await user.click(screen.getByRole('button', { name: 'Save room' }))
  expect((await screen.findAllByText('The address of the meeting must begin with https://')).length).toBeGreaterThan(0)
  const sent = reply('put', '/batches/{id}/room', { provider: 'link', url: 'https://meet.example.org' })
  await user.clear(screen.getByRole('textbox', { name: 'Address of the meeting' }))
  await user.type(screen.getByRole('textbox', { name: 'Address of the meeting' }), 'https://meet.example.org')
  await user.click(screen.getByRole('button', { name: 'Save room' }))
  await expect
    .poll(() => sent.map(({ body, tag }) => ({ body, tag })))
    .toEqual([{ body: { provider: 'link', url: 'https://meet.example.org' }, tag: tagOf(room) }])
})

test('an instructor chooses a meeting server of the school as the room of a batch', async () => {
  reply('get', '/batches/{id}/room', { provider: 'none', url: '' })
  reply('get', '/meeting-servers', [{ name: 'bigbluebutton', host: 'bbb.example.org' }])
  const sent = reply('put', '/batches/{id}/room', { provider: 'bigbluebutton', url: '' })
  const user = renderScreen(<BatchRoom batchId="b1" />)
  await user.click(await screen.findByRole('button', { name: 'Set up a room' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('radio', { name: 'BigBlueButton' }))
  expect(dialog.queryByRole('radio', { name: 'Jitsi' })).toBeNull()
  expect(dialog.getByText('bbb.example.org')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save room' }))
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ provider: 'bigbluebutton', url: '' }])
})

test('an administrator sees which meeting servers work, and why one does not', async () => {
  reply('get', '/meeting-servers', [
    { name: 'bigbluebutton', host: 'bbb.example.org' },
    { name: 'jitsi', host: 'meet.example.org' },
  ])
  refuse('get', '/meeting-servers/{name}/status', 503, 'The server answers, but refuses the secret.')
  const user = renderScreen(<ServersPage />)
  const bbb = within(await screen.findByRole('region', { name: 'BigBlueButton' }))
  expect((await bbb.findByRole('alert')).textContent).toContain('refuses the secret')
  expect(bbb.getByText("Doesn't work")).toBeTruthy()
  reply('get', '/meeting-servers/{name}/status', {})
  await user.click(bbb.getByRole('button', { name: 'Check again' }))
  expect(await bbb.findByText('Works')).toBeTruthy()
  expect(bbb.queryByRole('alert')).toBeNull()
})

test('a school without meeting servers learns what else there is', async () => {
  reply('get', '/meeting-servers', [])
  renderScreen(<ServersPage />)
  expect(await screen.findByRole('heading', { name: 'No meeting servers' })).toBeTruthy()
})

test('an administrator adds and removes hosts at Zoom and tries again what has failed', async () => {
  const host = {
    id: 'h1',
    name: 'host1@school.example',
    used_today: 3,
    limit: 100,
    ahead: 0,
  }
  reply('get', '/meeting-servers', [{ name: 'zoom', host: 'zoom.us' }])
  reply('get', '/meeting-servers/{name}/status', {})
  reply('get', '/meeting-hosts', [])
  reply('get', '/session-meetings', [
    {
      session_id: 's1',
      meeting_id: '',
      demo_id: '',
      batch_name: 'Evening group',
      title: '',
      starts_at: '2031-03-03T17:00:00Z',
      ends_at: '2031-03-03T18:30:00Z',
      host: '',
      state: 'failed',
      error: 'refused',
      detail: 'The host is not licensed.',
      tries: 8,
      next_try_at: '2031-03-03T16:00:00Z',
    },
    {
      session_id: '',
      meeting_id: '',
      demo_id: 'd1',
      batch_name: '',
      title: '',
      starts_at: '2031-03-03T19:00:00Z',
      ends_at: '2031-03-03T20:00:00Z',
      host: '',
      state: 'failed',
      error: 'no_host',
      detail: '',
      tries: 0,
      next_try_at: '2031-03-03T16:00:00Z',
    },
  ])
  const user = renderScreen(<ServersPage />)
  expect(await screen.findByText('Zoom refuses to create this meeting.')).toBeTruthy()
  expect(screen.getByText('The host is not licensed.')).toBeTruthy()
  const retried = reply('post', '/sessions/{id}/meeting/retry', {})
  await user.click(screen.getByRole('button', { name: 'Try again: Evening group' }))
  await expect.poll(() => retried.length).toBe(1)
  const demo = reply('post', '/demo-booking/{id}/zoom-meeting/retry', {})
  await user.click(screen.getByRole('button', { name: 'Try again: Demo class' }))
  await expect.poll(() => demo.length).toBe(1)

  await user.click(screen.getByRole('button', { name: 'Add host' }))
  const dialog = within(await screen.findByRole('dialog'))
  const added = reply('post', '/meeting-hosts', host)
  reply('get', '/meeting-hosts', [host])
  await user.type(dialog.getByRole('textbox', { name: 'Zoom email address' }), 'host1@school.example')
  await user.click(dialog.getByRole('button', { name: 'Add host' }))
  await expect.poll(() => added.map(({ body }) => body)).toEqual([{ name: 'host1@school.example' }])
  expect(await screen.findByText('97 of 100')).toBeTruthy()
  refuse('delete', '/meeting-hosts/{id}', 409, 'This host has meetings ahead.')
  await user.click(screen.getByRole('button', { name: 'Remove host1@school.example' }))
  await user.click(await screen.findByRole('button', { name: 'Remove host' }))
  expect(await screen.findByText(/This host has meetings ahead/)).toBeTruthy()
})

test('instructors see why a meeting is not ready and try again; learners that it is being prepared', async () => {
  open({ provider: 'zoom', host: 'zoom.us', meeting: { state: 'preparing' } })
  expect(await screen.findByText('The room is being prepared.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('a meeting that has failed can be tried again by its instructor', async () => {
  reply('get', '/sessions/{id}/attendance', {
    session_id: 's1',
    can_edit: true,
    rows: [],
  })
  const { user } = open({
    provider: 'jitsi',
    host: 'meet.example.org',
    teaches: true,
    meeting: { state: 'failed', error: 'unreachable' },
  })
  expect(await screen.findByText("Zoom doesn't answer.")).toBeTruthy()
  expect(screen.getByText('You meet in another room instead.')).toBeTruthy()
  const retried = reply('post', '/sessions/{id}/meeting/retry', {})
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await expect.poll(() => retried.length).toBe(1)
})
