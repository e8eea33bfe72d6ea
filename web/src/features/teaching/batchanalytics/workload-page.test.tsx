import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import type { BatchFill, CapacityReport, InstructorLoad } from './api'
import { WorkloadPage } from './workload-page'

const seats = { batches: 2, total_capacity: 20, total_enrolled: 6, available_spots: 14, utilization: 30 }
const bees: BatchFill = {
  id: 'bees',
  batch_name: 'Bees in spring',
  course_id: 'c',
  course_title: 'Beekeeping',
  instructor_name: 'Ada',
  status: 'Upcoming',
  start_date: '2026-03-07',
  capacity: 10,
  enrolled: 2,
  waiting: 0,
}
const hives = { ...bees, id: 'hives', batch_name: 'Hives', enrolled: 4, start_date: '2026-03-14' }

const report: CapacityReport = {
  overall: seats,
  by_course: [{ course_id: 'c', title: 'Beekeeping', ...seats }],
  by_status: [{ status: 'Upcoming', ...seats }],
  utilization_distribution: [
    { range: '0-25', batches: 1 },
    { range: '25-50', batches: 1 },
    { range: '50-75', batches: 0 },
    { range: '75-100', batches: 0 },
  ],
  trends: [],
  underfull: [bees, hives],
  wanted: [{ ...bees, id: 'full', batch_name: 'Honey', waiting: 3 }],
  merge_hints: [{ from: bees, into: hives, enrolled: 6 }],
}

const load: InstructorLoad = {
  instructor_id: 'ada',
  full_name: 'Ada',
  total: 3,
  active: 1,
  upcoming: 1,
  individual: 0,
  group: 2,
  students: 6,
  utilization: 60,
  weekly_hours: 3.5,
  hours_offered: 10,
  on_time_start_rate: null,
  completion_rate: 100,
  outside_hours: 0,
  state: 'optimal',
}

const rowsOf = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row').slice(1)

test('administrators see who has too much, what is half empty and what fits together', async () => {
  reply('get', '/batches/analytics/capacity', report)
  const busy = { ...load, instructor_id: 'bo', full_name: 'Bo', weekly_hours: 12, outside_hours: 2 }
  reply('get', '/batches/analytics/instructor-workload', {
    instructors: [load, { ...busy, state: 'overloaded' }],
    summary: { overloaded: 1, underutilized: 0, optimal: 1 },
  })
  const asked = reply('get', '/batches/analytics/status-distribution', {
    timeframe: 'month',
    period: { from: '2026-09-01', until: '2026-09-30' },
    distribution: [{ status: 'Active', count: 4, percentage: 50, trend: 2 }],
    historical: [],
    by_course: [],
  })
  const user = renderScreen(<WorkloadPage forAll>All batches</WorkloadPage>)
  await screen.findByText('6 of 20 seats')
  screen.getByText('in 1 group')
  const [first, second] = rowsOf('Workload')
  expect(first?.textContent).toContain('BoOverloaded12 of 10 h2 sessions outside their hours')
  expect(second?.textContent).toContain('AdaBalanced3.5 of 10 h')
  expect(rowsOf('Groups less than half full')).toHaveLength(2)
  expect(rowsOf('Groups with a waiting list')[0]?.textContent).toContain('Honey')
  const hint = within(screen.getByRole('region', { name: 'Groups that fit into one' })).getByRole('listitem')
  expect(hint.textContent).toContain('Bees in spring (2 members, begins 7 Mar 2026) fits into Hives')
  expect(hint.textContent).toContain('6 of 10 seats would be taken')
  await screen.findByRole('table', { name: 'Batches by status' })
  expect(rowsOf('Batches by status')[0]?.textContent).toContain('Running450%+2')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Group by' }), 'Year')
  await expect.poll(() => asked.at(-1)?.query).toBe('?timeframe=year')
})

test('instructors see their own figures, and no statuses', async () => {
  reply('get', '/batches/analytics/capacity', { ...report, merge_hints: [], underfull: [], wanted: [] })
  reply('get', '/batches/analytics/instructor-workload', {
    instructors: [{ ...load, hours_offered: null }],
    summary: { overloaded: 0, underutilized: 0, optimal: 1 },
  })
  renderScreen(<WorkloadPage forAll={false}>All batches</WorkloadPage>)
  await screen.findByText('No group is less than half full.')
  screen.getByText('Nobody is waiting for a seat.')
  expect((await screen.findByRole('table', { name: 'Workload' })).textContent).toContain('3.5 h, no hours set')
  expect(screen.queryByRole('region', { name: 'Groups that fit into one' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Batches over time' })).toBeNull()
})

test('a failure of one part leaves the other', async () => {
  refuse('get', '/batches/analytics/capacity', 500, 'Something went wrong.')
  reply('get', '/batches/analytics/instructor-workload', {
    instructors: [load],
    summary: { overloaded: 0, underutilized: 0, optimal: 1 },
  })
  renderScreen(<WorkloadPage forAll={false}>All batches</WorkloadPage>)
  await screen.findByText('Something went wrong.')
  await screen.findByRole('table', { name: 'Workload' })
})
