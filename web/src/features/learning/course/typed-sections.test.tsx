import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'

import { detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'
import { AccessSection } from './access-section'
import { versionOf } from './api'
import { BrochureSection } from './brochure-section'
import { DoubtSection } from './doubt-section'
import { extras } from './fixtures'
import { RecordingsSection } from './recordings-section'
import { ScheduleSection } from './schedule-section'
import { TeachersSection } from './teachers-section'

const typed = { ...detail, ...extras, can_teach: true }
const session = { date: '2026-10-01', start_time: '18:00', end_time: '19:30', title: 'Deadlines', description: '' }
const planned = { ...session, starts_at: '2026-10-01T16:00:00Z', ends_at: '2026-10-01T17:30:00Z' }
const schedule = { timezone: 'Europe/Berlin', entries: [planned] }

test('a new session defaults to a week after the last, and an error shows at its field', async () => {
  const user = renderScreen(<ScheduleSection course={{ ...typed, schedule }} />)
  await user.click(screen.getByRole('button', { name: 'Add session' }))
  const second = within(screen.getByRole('group', { name: 'Session 2' }))
  expect(second.getByLabelText<HTMLInputElement>('Date').value).toBe('2026-10-08')
  refuse('put', '/tcourse/live/{id}/schedule', 400, 'Date 2026-10-08 is in the past', {
    'schedule.entries[1].date': 'Date 2026-10-08 is in the past',
  })
  await user.click(screen.getByRole('button', { name: 'Save schedule' }))
  await second.findByText('Date 2026-10-08 is in the past')

  const sent = reply('put', '/tcourse/live/{id}/schedule', { ...typed, schedule })
  await user.click(screen.getByRole('button', { name: 'Remove session 2' }))
  await user.click(screen.getByRole('button', { name: 'Save schedule' }))
  await screen.findByText('Schedule saved.')
  expect(sent[0]).toMatchObject({
    body: { timezone: 'Europe/Berlin', entries: [session] },
    tag: versionOf(typed.updatedAt),
  })
})

test('access between two dates is sent as instants', async () => {
  const user = renderScreen(<AccessSection course={{ ...typed, course_type: 'free' }} />)
  await user.click(screen.getByRole('radio', { name: 'Learners who enrol, between two dates' }))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-12-01T10:00' } })
  const sent = reply('put', '/tcourse/free/{id}/access', typed)
  await user.click(screen.getByRole('button', { name: 'Save access' }))
  await screen.findByText('Access saved.')
  expect(sent[0]?.body).toEqual({ access_type: 'by_date', access_from: new Date('2026-12-01T10:00').toISOString() })
})

test('doubt sessions: adds a weekly slot, and removes an extra session', async () => {
  const extra = { ...planned, id: 'd1', timezone: 'Europe/Berlin' }
  reply('get', '/tcourse/{type}/{id}', { ...typed, doubt_sessions: [extra] })
  const user = renderScreen(<DoubtSection courseId="c1" />)
  await user.click(await screen.findByRole('button', { name: 'Add weekly time' }))
  await user.selectOptions(screen.getByLabelText('Day'), 'Wednesday')
  const sent = reply('put', '/tcourse/blended/{id}/doubt-schedule', typed)
  await user.click(screen.getByRole('button', { name: 'Save weekly times' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ slots: [{ weekday: 3, start_time: '18:00', end_time: '19:00' }] })

  refuse('post', '/tcourse/blended/{id}/doubt-session', 400, 'Please enter a date', {
    date: 'Please enter a date',
  })
  await user.click(screen.getByRole('button', { name: 'Add session' }))
  await screen.findByText('Please enter a date')

  const removed = reply('delete', '/tcourse/blended/{id}/doubt-session/{sessionId}', {})
  await user.click(screen.getByRole('button', { name: /^Remove Deadlines, Thu, 1 Oct 2026, 18:00–19:30/ }))
  await waitFor(() => expect(removed[0]?.path).toBe('/tcourse/blended/c1/doubt-session/d1'))
})

test('a recording is added with its week and video', async () => {
  const recording = { id: 'r1', week_id: 'w2', video_id: 'v1', title: 'Monday', createdAt: '2026-10-02T10:00:00Z' }
  reply('get', '/tcourse/{type}/{id}', { ...typed, recordings: [recording] })
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

test('a teacher can be found by name and added', async () => {
  reply('get', '/courses/instructors', [{ id: 'u7', full_name: 'Ada Byron' }])
  const user = renderScreen(<TeachersSection course={typed} />)
  await user.type(screen.getByRole('combobox', { name: 'Instructors' }), 'Ada')
  await user.click(await screen.findByRole('option', { name: 'Ada Byron' }))
  const sent = reply('put', '/courses/{id}/instructors', typed)
  await user.click(screen.getByRole('button', { name: 'Save instructors' }))
  await screen.findByText('Instructors saved.')
  expect(sent[0]?.body).toEqual({ instructor_ids: ['u2', 'u7'] })
})
