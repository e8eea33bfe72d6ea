import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'

import { ScheduleWarnings, type Warning, WarningLines, warningText } from './schedule-warnings'

const warning = (more: Partial<Warning>): Warning => ({
  severity: 'warning',
  kind: 'outside_hours',
  date: '2031-03-03',
  start_time: '18:00',
  end_time: '19:30',
  instructor_id: 'u1',
  instructor_name: 'Maria Bell',
  label: '',
  position: '',
  learner_count: 0,
  learners: [],
  ...more,
})

const busy = warning({ kind: 'learners', learner_count: 12, learners: [{ id: 's1', full_name: 'Lena Ott' }] })

test('each warning is a sentence, which names only what the reader may know', () => {
  expect(warningText(warning({}))).toBe("Outside Maria Bell's working hours")
  expect(warningText(warning({ kind: 'holiday', label: 'Carnival' }))).toBe('On a holiday: Carnival')
  expect(warningText(warning({ kind: 'external' }))).toBe('Maria Bell is busy at this time in another calendar')
  expect(warningText(busy)).toBe('12 learners have another session at this time')
  const near = { kind: 'back_to_back', label: 'Bees' } as const
  expect(warningText(warning({ ...near, position: 'after' }))).toBe('Less than 10 minutes after “Bees”')
  expect(warningText(warning({ ...near, position: 'before' }))).toBe('Less than 10 minutes before “Bees”')
  expect(warningText(warning({ kind: 'back_to_back', position: 'before' }))).toBe(
    'Less than 10 minutes before another appointment of Maria Bell',
  )
})

test('the same warning about several sessions is said once, with their days', () => {
  const days = ['03', '04', '05', '06', '07', '08', '09'].map((day) => warning({ date: `2031-03-${day}` }))
  renderScreen(<ScheduleWarnings warnings={days} />)
  expect(screen.getAllByText("Outside Maria Bell's working hours")).toHaveLength(1)
  expect(screen.getByText(/3 Mar 2031, .* 2 more/)).toBeTruthy()
})

test('learners who have another session are named, as far as the server names them', () => {
  renderScreen(<ScheduleWarnings warnings={[busy]} one />)
  expect(screen.getByText(/Lena Ott and 11 more/)).toBeTruthy()
})

test('in the list of sessions each warning is a line', () => {
  renderScreen(<WarningLines warnings={[busy, warning({})]} />)
  expect(screen.getByText(/^12 learners have another session at this time: Lena Ott and 11 more$/)).toBeTruthy()
  expect(screen.getByText("Outside Maria Bell's working hours")).toBeTruthy()
})
