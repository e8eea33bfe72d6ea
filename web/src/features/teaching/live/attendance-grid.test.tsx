import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import type { Schema } from '@/api/client'
import { renderScreen } from '@/testing/render'
import { refuse, reply, tagOf } from '@/testing/server'

import AttendanceGrid from './attendance-grid'
import type { AttendanceGrid as Grid } from './grid-api'

const session = (id: string, date: string): Grid['sessions'][number] => ({
  id,
  date,
  start_time: '18:00',
  title: '',
  starts_at: `${date}T17:00:00Z`,
  ends_at: `${date}T18:00:00Z`,
  can_edit: true,
  tag: '"v0-"',
  unmatched: 0,
})

const cell = (status: Grid['learners'][number]['cells'][number]['status'], is_marked = false) => ({ status, is_marked })

const grid: Grid = {
  sessions: [session('s1', '2031-03-03'), { ...session('s2', '2031-03-10'), unmatched: 1 }],
  learners: [
    {
      user_id: 'u1',
      full_name: 'Ann',
      status: 'active',
      attendance_rate: 50,
      cells: [cell('present'), cell('absent')],
    },
    {
      user_id: 'u2',
      full_name: 'Ben',
      status: 'active',
      attendance_rate: null,
      cells: [cell('not_expected'), cell('excused', true)],
    },
  ],
  has_older: false,
  has_more: false,
}

const sheet = { session_id: 's2', can_edit: true, rows: [] }

test('cells are chosen with the arrow keys and marked with letters, one after the other', async () => {
  reply('get', '/batches/{id}/attendance', grid)
  const marked = reply('put', '/sessions/{id}/attendance', sheet)
  const user = renderScreen(<AttendanceGrid batchId="b1" />)
  const table = await screen.findByRole('grid', { name: 'Attendance' })
  expect(within(table).getByRole('rowheader', { name: 'Ann' })).toBeTruthy()
  expect(within(table).getByText(/^50\s?%$/)).toBeTruthy()
  within(table)
    .getByRole('button', { name: /^Ann, 10 Mar.*: Absent$/ })
    .focus()
  await user.keyboard('l')
  expect(await screen.findByRole('button', { name: /^Ann, 10 Mar.*: Late$/ })).toBeTruthy()
  await user.keyboard('{ArrowDown}p')
  expect(await screen.findByRole('button', { name: /^Ben, 10 Mar.*: Present$/ })).toBeTruthy()
  await expect
    .poll(() => marked.map(({ body, tag }) => ({ body, tag })))
    .toEqual([
      { body: { marks: [{ user_id: 'u1', status: 'late', note: '' }] }, tag: '"v0-"' },
      { body: { marks: [{ user_id: 'u2', status: 'present', note: '' }] }, tag: tagOf(sheet) },
    ])
  await user.keyboard('{ArrowLeft}a') // Ben was no member then
  expect(marked).toHaveLength(2)
})

test('a refused mark is taken back and explained', async () => {
  reply('get', '/batches/{id}/attendance', grid)
  refuse('put', '/sessions/{id}/attendance', 412, 'Another instructor has changed this attendance.')
  const user = renderScreen(<AttendanceGrid batchId="b1" />)
  ;(await screen.findByRole('button', { name: /^Ann, 10 Mar.*: Absent$/ })).focus()
  await user.keyboard('e')
  expect(await screen.findByText(/Another instructor has changed this attendance/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Ann, 10 Mar.*: Absent$/ })).toBeTruthy()
})

test('people of a list are assigned to learners by hand', async () => {
  reply('get', '/batches/{id}/attendance', grid)
  const person = {
    external_key: 'benny@home.example',
    name: 'Benny',
    joined_at: '2031-03-10T17:00:00Z',
    left_at: '2031-03-10T18:00:00Z',
  }
  reply('get', '/sessions/{id}/attendance/unmatched', [person])
  // Learners of the session, also those whom the page of the table does not show.
  const benedict: Schema<'AttendanceRow'> = {
    user_id: 'u101',
    full_name: 'Benedict',
    guest_of: '',
    status: 'absent',
    computed: 'absent',
    is_marked: false,
    note: '',
    seconds: 0,
    first_join: null,
    intervals: [],
  }
  reply('get', '/sessions/{id}/attendance', { ...sheet, rows: [benedict] })
  const assigned = reply('post', '/sessions/{id}/attendance/assign', [])
  const user = renderScreen(<AttendanceGrid batchId="b1" />)
  await user.click(await screen.findByRole('button', { name: /Import participants of 10 Mar/ }))
  const who = await screen.findByRole('combobox', { name: 'Learner who is Benny' })
  await within(who).findByRole('option', { name: 'Benedict' })
  await user.selectOptions(who, 'Benedict')
  await expect
    .poll(() => assigned.map(({ body }) => body))
    .toEqual([{ external_key: 'benny@home.example', user_id: 'u101' }])
})

test('before the first session there is nothing to see', async () => {
  reply('get', '/batches/{id}/attendance', { ...grid, sessions: [], learners: [] })
  renderScreen(<AttendanceGrid batchId="b1" />)
  expect(await screen.findByText('Attendance appears here after the first session.')).toBeTruthy()
})
