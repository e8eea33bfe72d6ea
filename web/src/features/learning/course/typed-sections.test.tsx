import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'

import { detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'
import { BrochureSection } from './brochure-section'
import { DoubtSessions } from './doubt-sessions'
import { extras } from './fixtures'
import { RecordingsSection } from './recordings-section'

const typed = { ...detail, ...extras, can_teach: true }
const session = { date: '2036-10-01', start_time: '18:00', end_time: '19:30', title: 'Deadlines', description: '' }
const planned = { ...session, starts_at: '2036-10-01T16:00:00Z', ends_at: '2036-10-01T17:30:00Z' }

test('Q&A sessions ahead: adds one, cancels one and skips a weekly date', async () => {
  const by = {
    timezone: 'Europe/Berlin',
    instructor_id: 'u1',
    instructor_name: 'Ada Beck',
    status: 'scheduled',
  } as const
  const extra = { ...planned, ...by, id: 'd1', is_weekly: false }
  const weekly = { ...planned, ...by, id: 'd2', title: '', is_weekly: true, instructor_id: null, instructor_name: '' }
  const skipped = { ...weekly, id: 'd3', status: 'cancelled' } as const
  const user = renderScreen(<DoubtSessions course={{ ...typed, doubt_sessions: [extra, weekly, skipped] }} />)
  const ahead = (await screen.findByRole('list', { name: 'Sessions ahead' })).textContent
  expect(ahead).toContain('Ada Beck')
  expect(ahead).toContain('nobody holds it yet · weekly Skipped')
  await user.click(screen.getByRole('button', { name: 'Add session' }))
  await screen.findByText('Choose a date.') // and nothing is sent
  const late = 'End time must be after start time'
  refuse('post', '/tcourse/blended/{id}/doubt-session', 400, late, { end_time: late })
  await user.type(screen.getByLabelText('Date'), '2026-10-08')
  await user.type(screen.getByLabelText('From'), '18:00')
  await user.type(screen.getByLabelText('To'), '17:00')
  await user.click(screen.getByRole('button', { name: 'Add session' }))
  expect(await screen.findAllByText(late)).not.toHaveLength(0)

  const removed = reply('delete', '/tcourse/blended/{id}/doubt-session/{sessionId}', {})
  await user.click(screen.getByRole('button', { name: /^Cancel Q&A session, Wed, 1 Oct 2036, 18:00–19:30/ }))
  await waitFor(() => expect(removed[0]?.path).toBe('/tcourse/blended/c1/doubt-session/d1'))
  await user.click(screen.getByRole('button', { name: /^Skip Q&A session, Wed, 1 Oct 2036, 18:00–19:30/ }))
  await waitFor(() => expect(removed[1]?.path).toBe('/tcourse/blended/c1/doubt-session/d2'))
})

test('a recording is added with its week and video', async () => {
  const recording = { id: 'r1', week_id: 'w2', video_id: 'v1', title: 'Monday', createdAt: '2026-10-02T10:00:00Z' }
  const session = {
    id: 's1',
    batch_id: 'b1',
    batch_name: 'Evening',
    starts_at: '2026-10-02T10:00:00Z',
    ends_at: '2026-10-02T11:00:00Z',
    timezone: 'Europe/Berlin',
    only_there: true,
  }
  const held = { ...recording, id: 'l1', video_id: 'v2', title: 'Hives', session }
  reply('get', '/tcourse/{type}/{id}', { ...typed, recordings: [recording, held] })
  const weeks = [
    { id: 'w1', title: 'Week one' },
    { id: 'w2', title: 'Week two' },
  ]
  const user = renderScreen(
    <RecordingsSection
      courseId="c1"
      weeks={weeks}
      videoField={(chosen, onChoose) => (
        <button type="button" onClick={() => onChoose('v9')}>
          video {chosen}
        </button>
      )}
    />,
  )
  expect((await screen.findByRole('list', { name: 'Recordings' })).textContent).toContain('Week two: Monday')
  expect(screen.getByRole('link', { name: /^Evening, Fri, 2 Oct 2026, 12:00–13:00/ }).getAttribute('href')).toBe(
    '/sessions/s1',
  )
  expect(screen.getAllByRole('button', { name: /^Remove recording/ })).toHaveLength(1) // the other belongs to its session
  await user.selectOptions(screen.getByLabelText('Week'), 'Week two')
  await user.click(screen.getByRole('button', { name: 'video' }))
  const sent = reply('post', '/tcourse/live/{id}/week/{weekId}/recording', recording)
  await user.click(screen.getByRole('button', { name: 'Add recording' }))
  await waitFor(() => expect(sent[0]?.path).toBe('/tcourse/live/c1/week/w2/recording'))
  expect(sent[0]?.body).toEqual({ video_id: 'v9', title: '' })
})

test('without weeks no recording can be added', async () => {
  reply('get', '/tcourse/{type}/{id}', typed)
  renderScreen(<RecordingsSection courseId="c1" weeks={[]} videoField={() => null} />)
  await screen.findByText(/Add a week to the curriculum first/)
})

test('a brochure is uploaded with its name, and an error is shown', async () => {
  const user = renderScreen(<BrochureSection course={typed} />)
  const names: (string | null)[] = []
  server.use(
    http.put('*/api/v1/courses/c1/brochure', ({ request }) => {
      names.push(new URL(request.url).searchParams.get('name'))
      return HttpResponse.json({ success: true, status: 'success', message: '', data: typed })
    }),
  )
  const pdf = new File(['%PDF-1.7'], 'about.pdf', { type: 'application/pdf' })
  await user.upload(screen.getByLabelText('Brochure (PDF)'), pdf)
  await screen.findByText('Brochure saved.')
  expect(names).toEqual(['about.pdf'])
  refuse('put', '/courses/{id}/brochure', 415, 'A brochure is a PDF file.')
  await user.upload(screen.getByLabelText('Brochure (PDF)'), new File(['x'], 'x.pdf', { type: 'application/pdf' }))
  await screen.findByText('A brochure is a PDF file.')
})
