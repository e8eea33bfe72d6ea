import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import type { EmployeeMeeting } from './api'
import { EmployeeMeetings } from './employee-meetings'

const meeting: EmployeeMeeting = {
  kind: 'session',
  id: 's1',
  batch_name: 'Evening group',
  course_id: 'c1',
  course_title: 'Bread',
  title: 'Sourdough',
  timezone: 'America/New_York',
  starts_at: '2031-03-03T12:30:00Z',
  ends_at: '2031-03-03T14:00:00Z',
  has_begun: true,
  instructor_name: 'Ines Sol',
  people_count: 3,
  people: [
    { id: 'u1', full_name: 'Ada Yılmaz' },
    { id: 'u2', full_name: 'Bo Lind' },
  ],
}

test('a manager sees what the people of the company attend, and who is expected', async () => {
  const sent = reply('get', '/all-employee-meetings', [
    meeting,
    {
      ...meeting,
      id: 'm1',
      kind: 'meeting',
      batch_name: '',
      course_id: '',
      course_title: '',
      title: 'Office hours',
      has_begun: false,
    },
  ])
  const user = renderScreen(<EmployeeMeetings />)
  const list = within(await screen.findByRole('list', { name: 'Meetings of your people' }))
  const [first] = list.getAllByRole('button')
  expect(list.getByText('Office hours')).toBeTruthy()
  expect(first?.textContent).toMatch(
    /07:30–09:00 .*your time 18:00–19:30.*Evening group: Sourdough.*3 of your people.*Under way/,
  )
  if (first) await user.click(first)
  const sheet = within(await screen.findByRole('dialog', { name: 'Evening group: Sourdough' }))
  expect(sheet.getByRole('list', { name: 'Who is expected' }).textContent).toContain('Bo Lind')
  expect(sheet.getByText('and 1 other')).toBeTruthy()
  expect(sheet.getByRole('link', { name: 'Open course' }).getAttribute('href')).toBe('/courses/c1')
  expect(sent[0]?.query).toBe('?limit=100')
})

test('a company without meetings ahead reads what will appear there', async () => {
  reply('get', '/all-employee-meetings', [])
  renderScreen(<EmployeeMeetings />)
  await screen.findByText('No meetings ahead')
})
