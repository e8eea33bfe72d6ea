import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

import type { MakeUpSession } from './api'
import { LearnerMakeUp, RemoveGuest } from './learner-make-up'
import { GuestNote, OwnMakeUp } from './own-make-up'

const evening: MakeUpSession = {
  id: 's2',
  batch_id: 'b2',
  batch_name: 'Evening group',
  instructor_name: 'Ines Sol',
  title: '',
  date: '2031-03-10',
  start_time: '18:00',
  end_time: '19:00',
  timezone: 'Europe/Berlin',
  starts_at: '2031-03-10T17:00:00Z',
  ends_at: '2031-03-10T18:00:00Z',
  free_places: 2,
  overlaps: true,
}
const full = { ...evening, id: 's3', batch_name: 'Noon group', free_places: 0, overlaps: false }

test('a learner chooses a session of another group, whose free places and clashes they see', async () => {
  reply('get', '/sessions/{id}/make-ups', { can_choose: true, sessions: [evening, full] })
  const user = renderScreen(<OwnMakeUp sessionId="s1" userId="u1" />)
  await user.click(await screen.findByRole('button', { name: 'Choose a make-up session' }))
  const dialog = within(await screen.findByRole('dialog'))
  const [first, second] = await dialog.findAllByRole<HTMLInputElement>('radio')
  expect(dialog.getByText('Evening group · Ines Sol · 2 places free · you have another session then')).toBeTruthy()
  expect(dialog.getByText('Noon group · Ines Sol · no place free')).toBeTruthy()
  expect([first?.disabled, second?.disabled]).toEqual([false, true])
  if (first) await user.click(first)
  refuse('post', '/sessions/{id}/make-ups', 409, 'All places in this session are taken. Choose another one.')
  await user.click(dialog.getByRole('button', { name: 'Choose session' }))
  expect(await dialog.findByText('All places in this session are taken. Choose another one.')).toBeTruthy()
  const sent = reply('post', '/sessions/{id}/make-ups', evening)
  await user.click(dialog.getByRole('button', { name: 'Choose session' }))
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ session_id: 's2' }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('a learner sees the chosen session and cancels it', async () => {
  reply('get', '/sessions/{id}/make-ups', { can_choose: false, place: evening, sessions: [] })
  const user = renderScreen(<OwnMakeUp sessionId="s1" userId="u1" />)
  expect((await screen.findByRole('link', { name: 'Evening group' })).getAttribute('href')).toBe('/sessions/s2')
  await user.click(screen.getByRole('button', { name: 'Cancel make-up session' }))
  const sent = reply('delete', '/sessions/{id}/guests/{userId}', {})
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Cancel make-up session' }))
  await expect.poll(() => sent.length).toBe(1)
})

test('where no other group has the session, that is said', async () => {
  reply('get', '/sessions/{id}/make-ups', { can_choose: true, sessions: [] })
  renderScreen(<OwnMakeUp sessionId="s1" userId="u1" />)
  expect(await screen.findByText('No other group of the course has this session ahead.')).toBeTruthy()
})

test('a guest knows that they are one', async () => {
  renderScreen(<GuestNote sessionId="s2" userId="u1" canCancel={false} />)
  expect(await screen.findByText('You are a guest in this session')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an instructor chooses for a learner, and removes a guest', async () => {
  const lee = { id: 'u1', name: 'Lee' }
  reply('get', '/sessions/{id}/make-ups', { can_choose: true, sessions: [evening] })
  const user = renderScreen(
    <>
      <LearnerMakeUp sessionId="s1" learner={lee} />
      <RemoveGuest sessionId="s2" learner={lee} />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'Choose a make-up session for Lee' }))
  await user.click(await screen.findByRole('radio'))
  const chosen = reply('post', '/sessions/{id}/make-ups', evening)
  await user.click(screen.getByRole('button', { name: 'Choose session' }))
  await expect.poll(() => chosen.map(({ body }) => body)).toEqual([{ session_id: 's2', user_id: 'u1' }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel the make-up session of Lee' }))
  const removed = reply('delete', '/sessions/{id}/guests/{userId}', {})
  await user.click(await screen.findByRole('button', { name: 'Cancel make-up session' }))
  await expect.poll(() => removed.length).toBe(1)
})
