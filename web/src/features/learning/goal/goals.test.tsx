import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { Goal } from './api'
import { GoalsPage } from './goals-page'

const goal: Goal = {
  id: 'g1',
  title: 'Bees before Christmas',
  why: 'For the garden',
  kind: 'lessons',
  courseId: '',
  courseTitle: '',
  target: 8,
  period: 'once',
  value: 3,
  dueOn: '2026-12-24',
  timezone: 'UTC',
  status: 'missed',
  forecastOn: '',
  onTrack: null,
  milestones: [
    { id: 'm1', title: 'Buy a hive', kind: 'manual', ref: '', target: 0, dueOn: '', doneAt: null, how: '' },
    { id: 'm2', title: 'Section one', kind: 'section', ref: 's1', target: 0, dueOn: '', doneAt: null, how: '' },
  ],
  weeks: [],
  createdAt: '2026-11-01T08:00:00Z',
  endedAt: null,
}

test('a missed goal offers to move its date, and a manual milestone is ticked', async () => {
  reply('get', '/goals', [goal])
  reply('get', '/goals/suggestions', [])
  const user = renderScreen(<GoalsPage />)
  await screen.findByText('3 of 8 lessons')
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Section one/ }).disabled).toBe(true)
  const ticked = reply('post', '/goals/{id}/milestones/{milestoneId}/done', goal)
  await user.click(screen.getByRole('checkbox', { name: /Buy a hive/ }))
  await waitFor(() => expect(ticked[0]?.body).toEqual({ undo: false }))
  const moved = reply('patch', '/goals/{id}', { ...goal, status: 'active' })
  await user.click(screen.getByRole('button', { name: 'Move date' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move date' })
  const date = within(dialog).getByLabelText('Date')
  await user.clear(date)
  await user.type(date, '2027-01-31')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(moved[0]?.body).toEqual({ dueOn: '2027-01-31' }))
})

test('a suggestion becomes a goal with one press', async () => {
  reply('get', '/goals', [])
  reply('get', '/goals/suggestions', [
    {
      kind: 'course',
      courseId: 'c1',
      courseTitle: 'Bees',
      target: 100,
      period: 'once',
      dueOn: '2026-12-20',
      basis: 'pace',
      lessonsPerWeek: 2.5,
    },
  ])
  const user = renderScreen(<GoalsPage />)
  await screen.findByText('No goals yet')
  await screen.findByText('By 20 Dec 2026, at your present pace of 2.5 lessons a week.')
  const made = reply('post', '/goals', goal)
  await user.click(screen.getByRole('button', { name: 'Set goal: Complete “Bees”' }))
  await waitFor(() =>
    expect(made[0]?.body).toMatchObject({ title: 'Complete “Bees”', dueOn: '2026-12-20', courseId: 'c1' }),
  )
})
