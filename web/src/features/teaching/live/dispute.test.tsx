import { screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'

import { OwnAttendance } from '@/shared/own-attendance'
import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'
import { type AttendanceRow, useDispute } from './api'
import { BatchDisputes } from './batch-disputes'
import { DisputeOf } from './dispute-of'

const own = { status: 'absent', seconds: 0, can_dispute: true } as const

/** Their attendance of session s1, as its page shows it. */
const Own = ({ own }: Pick<ComponentProps<typeof OwnAttendance>, 'own'>) => (
  <OwnAttendance own={own} send={useDispute('s1')} />
)

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
  dispute: {
    reason: 'I was there.',
    contested: 'absent',
    state: 'open',
    answer: '',
    created_at: '2031-03-04T10:00:00Z',
    answered_at: null,
  },
}

test('a learner says once that their attendance is wrong', async () => {
  const sent = reply('post', '/sessions/{id}/attendance/dispute', own)
  const user = renderScreen(<Own own={own} />)
  await user.click(await screen.findByRole('button', { name: 'Dispute attendance' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByRole('textbox', { name: 'What was different?' }), 'I was there.')
  await user.click(form.getByRole('button', { name: 'Send dispute' }))
  await expect.poll(() => sent[0]?.body).toEqual({ reason: 'I was there.' })
})

test('a learner sees what was answered, and can say nothing more', async () => {
  const dispute = {
    ...row.dispute,
    reason: 'I was there.',
    contested: 'absent',
    state: 'declined',
    answer: 'You left.',
  } as const
  const at = { created_at: '2031-03-04T10:00:00Z', answered_at: '2031-03-05T10:00:00Z' }
  renderScreen(<Own own={{ ...own, can_dispute: false, dispute: { ...dispute, ...at } }} />)
  expect(await screen.findByText(/Your attendance stays as it is\..*You left\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Dispute attendance' })).toBeNull()
})

test('an instructor declines a dispute with a reason', async () => {
  const sent = reply('post', '/sessions/{id}/attendance/disputes/{userId}', {
    session_id: 's1',
    can_edit: true,
    rows: [],
  })
  const user = renderScreen(<DisputeOf sessionId="s1" row={row} />)
  await user.click(await screen.findByRole('button', { name: 'Answer the dispute of Lee' }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByText('I was there.')).toBeTruthy()
  await user.click(form.getByRole('radio', { name: 'Decline: the attendance stays' }))
  await user.type(form.getByRole('textbox', { name: 'Reason' }), 'You left after 5 minutes.')
  await user.click(form.getByRole('button', { name: 'Decline dispute' }))
  await expect.poll(() => sent[0]?.body).toEqual({ accept: false, answer: 'You left after 5 minutes.' })
})

test('the open disputes of a batch stand in one list, and are answered there', async () => {
  const open = {
    session_id: 's1',
    session_title: 'Yeast',
    starts_at: '2031-03-03T17:00:00Z',
    timezone: 'UTC',
    learner: row,
  }
  reply('get', '/batches/{id}/attendance/disputes', [open])
  const sent = reply('post', '/sessions/{id}/attendance/disputes/{userId}', {
    session_id: 's1',
    can_edit: true,
    rows: [],
  })
  const user = renderScreen(<BatchDisputes batchId="b1" />)
  const table = within(await screen.findByRole('table', { name: 'Open disputes' }))
  expect(table.getByText('Absent')).toBeTruthy()
  expect(table.getByRole('link', { name: 'Yeast' }).getAttribute('href')).toBe('/sessions/s1')
  await user.click(table.getByRole('button', { name: 'Answer the dispute of Lee' }))
  const form = within(await screen.findByRole('dialog'))
  await user.click(form.getByRole('button', { name: 'Correct attendance' }))
  await expect.poll(() => sent[0]?.body).toEqual({ accept: true, status: 'present', answer: '' })
})
