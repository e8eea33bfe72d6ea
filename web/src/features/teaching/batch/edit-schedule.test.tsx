import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { ClassSession } from './api'
import { EditSchedule } from './edit-schedule'
import { batch, session } from './fixtures'

const on = (id: string, date: string, status: ClassSession['status'] = 'scheduled'): ClassSession => ({
  ...session,
  id,
  date,
  starts_at: `${date}T17:00:00Z`,
  ends_at: `${date}T18:30:00Z`,
  status,
})

const [first, second] = [on('s1', '2031-03-03'), on('s2', '2031-03-10')]
const path = '/batches/individual/{id}/schedule'

function show() {
  const onClose = vi.fn()
  const one = {
    ...batch,
    timezone: 'Europe/Berlin',
    schedule_tag: '"v7-"',
    schedule: [first, second, on('s3', '2031-03-17', 'cancelled')],
  }
  return { user: renderScreen(<EditSchedule batch={one} onClose={onClose} />), onClose }
}

test('the schedule of a batch is saved once its consequences have been shown', async () => {
  const { user, onClose } = show()
  const dialog = within(await screen.findByRole('dialog', { name: 'Change schedule' }))
  expect(dialog.getAllByRole('group', { name: /^Session \d$/ })).toHaveLength(2)
  fireEvent.change(dialog.getAllByLabelText('Date')[1] as HTMLElement, { target: { value: '2031-03-11' } })
  await user.click(dialog.getByRole('button', { name: 'Remove Session 1' }))
  const moved = { ...second, date: '2031-03-11', starts_at: '2031-03-11T17:00:00Z', ends_at: '2031-03-11T18:30:00Z' }
  const sent = reply('put', path, {
    schedule: [{ ...first, status: 'cancelled' }, moved],
    kept_count: 0,
    moved_count: 1,
    added_count: 0,
    cancelled_count: 1,
  })
  await user.click(dialog.getByRole('button', { name: 'Preview changes' }))
  const changes = await dialog.findByRole('status')
  expect(changes.textContent).toContain('Cancelled: Mon, 3 Mar 2031, 18:00–19:30')
  expect(changes.textContent).toContain('Moves from Mon, 10 Mar 2031, 18:00–19:30')
  expect(sent[0]?.query).toContain('dry_run=true')
  expect(onClose).not.toHaveBeenCalled()
  await user.click(dialog.getByRole('button', { name: 'Save schedule' }))
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(sent[1]?.body).toMatchObject({ schedule: [{ date: '2031-03-11', start_time: '18:00', end_time: '19:30' }] })
  expect(sent[1]?.query).not.toContain('dry_run')
  expect(sent.map(({ tag }) => tag)).toEqual(['"v7-"', '"v7-"'])
})

test('a session at which the instructor is not free takes one of the free times', async () => {
  const { user } = show()
  const dialog = within(await screen.findByRole('dialog', { name: 'Change schedule' }))
  const free = {
    date: '2031-03-04',
    start_time: '17:00',
    end_time: '18:00',
    starts_at: '2031-03-04T16:00:00Z',
    ends_at: '2031-03-04T17:00:00Z',
  }
  const busy = {
    date: '2031-03-03',
    start_time: '18:00',
    end_time: '19:30',
    instructor_id: 'u1',
    kind: 'session' as const,
  }
  const conflict = { ...busy, label: 'Bees', starts_at: first.starts_at, ends_at: first.ends_at, alternatives: [free] }
  refuse('put', path, 409, "The instructor isn't free at these times.", {}, { conflicts: [conflict] })
  await user.click(dialog.getByRole('button', { name: 'Preview changes' }))
  await user.click(await dialog.findByRole('button', { name: /^Tue, 4 Mar 2031, 17:00/ }))
  expect(dialog.getAllByLabelText<HTMLInputElement>('Date').map(({ value }) => value)).toEqual([
    '2031-03-04',
    '2031-03-10',
  ])
  expect(dialog.queryByRole('alert')).toBeNull()
})
