import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { reply } from '@/testing/server'

import { batch } from './fixtures'
import { emptyBatch, recurrenceOf } from './new-batch'
import { NewBatchPage } from './new-batch-page'

const entry = (date: string, isFree: boolean) => ({
  date,
  start_time: '18:00',
  end_time: '19:30',
  title: '',
  description: '',
  starts_at: `${date}T17:00:00Z`,
  ends_at: `${date}T18:30:00Z`,
  is_free: isFree,
})

test('a rule is complete once it has a first day; its weekday is the default', () => {
  const values = emptyBatch('Europe/Berlin')
  expect(recurrenceOf(values)).toBeUndefined()
  expect(recurrenceOf({ ...values, start_date: '2031-03-03' })?.weekdays).toEqual(['monday'])
  expect(recurrenceOf({ ...values, start_date: '2031-03-03', weekdays: ['friday', 'tuesday'] })?.weekdays).toEqual([
    'tuesday',
    'friday',
  ])
})

test('a batch is created from a rule, without the sessions at which the instructor is not free', async () => {
  reply('get', '/courses/{id}', { ...detail, instructors: [{ id: 'u1', full_name: 'Ines Sol' }] })
  const asked = reply('post', '/batches/check-conflicts', {
    has_conflicts: true,
    conflicts: [],
    left_out: [{ date: '2031-03-24', name: 'Carnival', reason: 'holiday' }],
    entries: [entry('2031-03-03', true), entry('2031-03-10', false)],
  })
  const sent = reply('post', '/batches/courses/{courseId}/batches', batch)
  const onCreated = vi.fn()
  const user = renderScreen(<NewBatchPage courseId="c1" onCreated={onCreated} />)
  await user.type(screen.getByLabelText('Name'), 'Evening group')
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2031-03-03' } })
  const sessions = await screen.findByRole('list', { name: 'Sessions' })
  expect(within(sessions).getAllByRole('listitem')).toHaveLength(2)
  expect(within(sessions).getByText('Not free')).toBeTruthy()
  expect(asked[0]?.body).toMatchObject({ recurrence: { count: 12, weekdays: ['monday'] } })
  await user.click(screen.getByRole('checkbox', { name: 'Create the batch without them' }))
  await user.click(screen.getByRole('button', { name: 'Create batch' }))
  await expect
    .poll(() => sent[0]?.body)
    .toMatchObject({ batch_name: 'Evening group', on_conflict: 'skip', capacity: 20 })
  await expect.poll(() => onCreated.mock.calls).toEqual([['b1']])
})
