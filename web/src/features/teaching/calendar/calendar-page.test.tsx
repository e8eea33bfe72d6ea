import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { Entry } from './api'
import { CalendarPage, type CalendarSearch, type Wanted } from './calendar-page'

/** A session at 18:00 in Berlin, which is 22:30 where the tests run. */
const bees: Entry = {
  id: 's1',
  kind: 'session',
  batch_id: 'b1',
  batch_name: 'Evening group',
  course_id: 'c1',
  course_title: 'Bread',
  title: 'Sourdough',
  status: 'scheduled',
  date: '2031-03-03',
  start_time: '18:00',
  end_time: '19:00',
  timezone: 'Europe/Berlin',
  starts_at: '2031-03-03T17:00:00Z',
  ends_at: '2031-03-03T18:00:00Z',
  instructor_id: 'u1',
  room_id: '',
  room_name: '',
  instructor_name: 'Ines Sol',
  in_series: true,
  can_move: true,
}

const unknown: Entry = {
  ...bees,
  id: '',
  batch_id: '',
  batch_name: '',
  course_id: '',
  course_title: '',
  title: '',
  can_move: false,
}

function open(search: CalendarSearch, choosesPeople = false, choosesRoom = false) {
  const onSearch = vi.fn<(search: CalendarSearch) => void>()
  const moved = vi.fn<(wanted: Wanted) => void>()
  const user = renderScreen(
    <CalendarPage
      search={{ day: '2031-03-03', ...search }}
      onSearch={onSearch}
      choosesRoom={choosesRoom}
      choosesPeople={choosesPeople}
      mover={(wanted) => {
        moved(wanted)
        return null
      }}
    />,
  )
  return { user, onSearch, moved }
}

let asked: { query: string }[] = []
beforeEach(() => {
  asked = reply('get', '/calendar', [bees])
})

test('the agenda shows a session at the time of the reader, with that of its batch, and where to find it', async () => {
  const { user, moved } = open({ view: 'agenda' })
  const item = await screen.findByRole('button', { name: /Evening group: Sourdough/ })
  expect(item.textContent).toContain('22:30–23:30')
  expect(item.textContent).toContain('18:00–19:00')
  expect(screen.getByRole('heading', { name: /3 March/ })).toBeTruthy()

  await user.click(item)
  const sheet = await screen.findByRole('dialog', { name: 'Evening group: Sourdough' })
  expect(sheet.textContent).toContain('18:00–19:00')
  expect(sheet.textContent).toContain('your time 22:30–23:30')
  expect(within(sheet).getByRole('link', { name: 'Open batch' })).toBeTruthy()
  await user.click(within(sheet).getByRole('button', { name: 'Move session' }))
  expect(moved).toHaveBeenCalledWith({ kind: 'session', batchId: 'b1', sessionId: 's1' })
})

test('a calendar is narrowed to a course and to meetings, in the URL', async () => {
  const hours = {
    ...bees,
    id: 'm1',
    kind: 'meeting' as const,
    batch_name: '',
    title: 'Office hours',
    course_id: 'c2',
    course_title: 'Wax',
  }
  reply('get', '/calendar', [bees, hours])
  const { user, onSearch } = open({ view: 'agenda', kind: 'meeting' })
  await screen.findByRole('button', { name: /Office hours/ })
  expect(screen.queryByRole('button', { name: /Evening group/ })).toBeNull()
  await user.selectOptions(screen.getByLabelText('Course'), 'Wax')
  expect(onSearch).toHaveBeenLastCalledWith({ view: 'agenda', day: '2031-03-03', kind: 'meeting', course: 'c2' })
  await user.selectOptions(screen.getByLabelText('Kind'), 'All kinds')
  expect(onSearch).toHaveBeenLastCalledWith({ view: 'agenda', day: '2031-03-03' })
})

test('a Q&A session leads to the page on which it is joined, and can be moved', async () => {
  reply('get', '/calendar', [
    { ...bees, id: 'd1', kind: 'doubt', batch_id: '', batch_name: '', title: '', can_move: true },
  ])
  const { user, moved } = open({ view: 'agenda', kind: 'doubt' })
  await user.click(await screen.findByRole('button', { name: /Q&A: Bread/ }))
  expect((await screen.findByRole('link', { name: 'Open Q&A session' })).getAttribute('href')).toBe('/meetings/d1')
  await user.click(screen.getByRole('button', { name: 'Move session' }))
  expect(moved).toHaveBeenCalledWith({ kind: 'doubt', batchId: '', sessionId: 'd1' })
})

test('learners cannot move a session', async () => {
  reply('get', '/calendar', [{ ...bees, can_move: false }])
  const { user } = open({ view: 'agenda' })
  await user.click(await screen.findByRole('button', { name: /Evening group/ }))
  await screen.findByRole('link', { name: 'Open batch' })
  expect(screen.queryByRole('button', { name: 'Move session' })).toBeNull()
})

test('of a batch that the reader may not know, it says only who is busy', async () => {
  reply('get', '/calendar', [unknown])
  open({ view: 'agenda' })
  const item = await screen.findByRole('button', { name: /Ines Sol is busy/ })
  expect(item.hasAttribute('disabled')).toBe(true)
})

test('each view asks for its days', async () => {
  open({ view: 'month' })
  await expect.poll(() => asked.length).toBe(1)
  const query = new URLSearchParams(asked[0]?.query)
  // From the Monday before 1 March to six weeks later, at midnight of the reader in Kolkata.
  expect([query.get('from'), query.get('to')]).toEqual(['2031-02-23T18:30:00.000Z', '2031-04-06T18:30:00.000Z'])
  expect(screen.getByRole('heading', { name: 'March 2031' })).toBeTruthy()
})

test('the weeks turn, and the view changes in the URL', async () => {
  const { user, onSearch } = open({ view: 'week' })
  await user.click(screen.getByRole('button', { name: 'Later' }))
  expect(onSearch).toHaveBeenLastCalledWith({ view: 'week', day: '2031-03-10' })
  await user.click(screen.getByRole('button', { name: 'Earlier' }))
  expect(onSearch).toHaveBeenLastCalledWith({ view: 'week', day: '2031-02-24' })
  await user.click(screen.getByRole('radio', { name: 'Month' }))
  expect(onSearch).toHaveBeenLastCalledWith({ view: 'month', day: '2031-03-03' })
})

test('a session in the grid of a week opens its details', async () => {
  const { user } = open({ view: 'week' })
  await user.click(await screen.findByRole('button', { name: /22:30–23:30 Evening group: Sourdough/ }))
  expect(await screen.findByRole('dialog', { name: 'Evening group: Sourdough' })).toBeTruthy()
})

test('a session past the midnight of the reader lies in both days', async () => {
  reply('get', '/calendar', [{ ...bees, starts_at: '2031-03-03T17:00:00Z', ends_at: '2031-03-03T19:30:00Z' }])
  const { user } = open({ view: 'week' })
  const halves = await screen.findAllByRole('button', { name: /22:30–01:00 Evening group: Sourdough/ })
  expect(halves).toHaveLength(2)
  await user.click(halves.at(-1) ?? screen.getByRole('main'))
  expect(await screen.findByRole('dialog', { name: 'Evening group: Sourdough' })).toBeTruthy()
})

test('administrators choose whose calendars they see', async () => {
  reply('get', '/courses/instructors', [{ id: 'u1', full_name: 'Ines Sol' }])
  const { user, onSearch } = open({ view: 'agenda', people: ['u2'] }, true)
  await expect.poll(() => asked.at(-1)?.query).toContain('instructor_ids=u2')
  await user.click(screen.getByRole('combobox', { name: 'Instructors' }))
  await user.click(await screen.findByRole('option', { name: 'Ines Sol' }))
  expect(onSearch).toHaveBeenLastCalledWith({ view: 'agenda', day: '2031-03-03', people: ['u2', 'u1'] })
})

const studio = {
  id: 'r1',
  name: 'Studio',
  capacity: 30,
  place: '',
  active: true,
  sessions_ahead: 1,
  version: 1,
}

test('a day is arranged by classroom, with a lane for what is in none', async () => {
  reply('get', '/rooms', [studio, { ...studio, id: 'r2', name: 'Attic' }, { ...studio, id: 'r3', active: false }])
  const busy = { ...unknown, room_id: 'r1', room_name: 'Studio', starts_at: '2031-03-03T10:00:00Z' }
  asked = reply('get', '/calendar', [{ ...busy, ends_at: '2031-03-03T11:00:00Z' }, bees])
  const { user, onSearch } = open({ view: 'day' }, false, true)
  await user.click(await screen.findByRole('radio', { name: 'By classroom' }))
  expect(onSearch).toHaveBeenLastCalledWith({ view: 'day', day: '2031-03-03', by: 'room' })
  expect(asked.at(-1)?.query).not.toContain('with_rooms')
})

test('with lanes, staff see what others have in each classroom', async () => {
  reply('get', '/rooms', [studio, { ...studio, id: 'r2', name: 'Attic' }, { ...studio, id: 'r3', active: false }])
  const busy = { ...unknown, room_id: 'r1', room_name: 'Studio', starts_at: '2031-03-03T10:00:00Z' }
  asked = reply('get', '/calendar', [{ ...busy, ends_at: '2031-03-03T11:00:00Z' }, bees])
  const { user, onSearch } = open({ view: 'day', by: 'room' }, false, true)
  expect(await screen.findByText('No classroom')).toBeTruthy()
  const lanes = screen.getAllByText(/^(Attic|Studio|No classroom)$/, { ignore: 'option' })
  expect(lanes.map((lane) => lane.textContent)).toEqual(['Studio', 'Attic', 'No classroom'])
  expect(asked.at(-1)?.query).toContain('with_rooms=true')
  await user.click(await screen.findByRole('button', { name: /Evening group: Sourdough/ }))
  expect(await screen.findByRole('dialog', { name: 'Evening group: Sourdough' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('radio', { name: 'One calendar' }))
  expect(onSearch).toHaveBeenLastCalledWith({ view: 'day', day: '2031-03-03' })
})

test('a day is arranged by instructor: those with chosen calendars, also without sessions, by name', async () => {
  reply('get', '/rooms', [])
  reply('get', '/courses/instructors', [{ id: 'u3', full_name: 'Abel Reed' }])
  asked = reply('get', '/calendar', [
    { ...bees, instructor_id: 'u2', instructor_name: 'Ben Hill' },
    bees,
    { ...bees, id: 's2', title: 'Rye', instructor_id: '', instructor_name: '' },
  ])
  const { user, onSearch } = open({ view: 'day', by: 'instructor', people: ['u3', 'u1'] }, true, true)
  expect(await screen.findByText('Not assigned')).toBeTruthy()
  const names = /^(Abel Reed|Ben Hill|Ines Sol|Not assigned)$/
  await expect.poll(() => screen.getAllByText(names).map((lane) => lane.textContent)).toContain('Ben Hill')
  expect(asked.at(-1)?.query).not.toContain('with_rooms')
  expect(screen.getAllByRole('button', { name: /Evening group: Sourdough/ })).toHaveLength(2) // one for each of its instructors
  await user.click(screen.getByRole('radio', { name: 'One calendar' }))
  expect(onSearch).toHaveBeenLastCalledWith({ view: 'day', day: '2031-03-03', people: ['u3', 'u1'] })
})

test('an empty calendar says so, and a failed one offers to try again', async () => {
  reply('get', '/calendar', [])
  open({ view: 'agenda' })
  expect(await screen.findByRole('heading', { name: 'No sessions in these 4 weeks' })).toBeTruthy()
  refuse('get', '/calendar', 500, 'The server failed.')
  open({ view: 'agenda', day: '2031-06-01' })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('an address for a calendar program is made, shown once, and removed', async () => {
  const { user } = open({ view: 'agenda' })
  const feed = { id: 'f1', name: 'Laptop', created_at: '2031-02-01T10:00:00Z', last_used_at: null }
  reply('get', '/calendar/feeds', [feed])
  await user.click(screen.getByRole('button', { name: 'Subscribe' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Subscribe to your calendar' }))
  expect(await dialog.findByText('Laptop')).toBeTruthy()
  expect(dialog.getByText(/not used yet/)).toBeTruthy()

  refuse('post', '/calendar/feeds', 409, 'You have 10 calendar addresses.')
  await user.type(dialog.getByLabelText('Where will you use it?'), 'Phone')
  await user.click(dialog.getByRole('button', { name: 'Create address' }))
  expect(await dialog.findByText('You have 10 calendar addresses.')).toBeTruthy()
  expect(dialog.getByLabelText('Where will you use it?')).toHaveProperty('value', 'Phone')

  const sent = reply('post', '/calendar/feeds', {
    ...feed,
    id: 'f2',
    name: 'Phone',
    url: '/api/v1/calendar/feeds/secret.ics',
  })
  await user.click(dialog.getByRole('button', { name: 'Create address' }))
  const address = `${window.location.origin}/api/v1/calendar/feeds/secret.ics`
  expect(await dialog.findByDisplayValue(address)).toBeTruthy()
  expect(sent[0]?.body).toEqual({ name: 'Phone' })
  expect(dialog.getByRole('link', { name: 'Open in calendar program' }).getAttribute('href')).toMatch(/^webcal:\/\//)
  await user.click(dialog.getByRole('button', { name: 'Copy address' }))
  expect(await navigator.clipboard.readText()).toBe(address)

  const removed = reply('delete', '/calendar/feeds/{id}', {})
  reply('get', '/calendar/feeds', [])
  await user.click(dialog.getByRole('button', { name: 'Remove the address for Laptop' }))
  await expect.poll(() => removed[0]?.path).toBe('/calendar/feeds/f1')
  await expect.poll(() => dialog.queryByText('Laptop')).toBeNull()
})
