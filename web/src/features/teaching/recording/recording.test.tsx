import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { course } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply, tagOf } from '@/testing/server'

import type { RecordedFile, RecordedLesson } from './api'
import { OwnRecordings } from './own-recordings'
import { RecordingSettings } from './recording-settings'
import { Recordings } from './recordings'

const lesson: RecordedLesson = {
  id: 'r1',
  title: 'Evening group · 2031-03-03',
  url: '/learn/c1/v1',
  video_id: 'v1',
  state: 'ready',
  seconds: 5400,
  recorded_date: '2031-03-03',
  created_by: '',
  is_published: true,
  session_id: 's1',
  meeting_id: '',
  session_title: 'Hives',
  starts_at: '2031-03-03T17:00:00Z',
  timezone: 'Europe/Berlin',
  batch_id: 'b1',
  batch_name: 'Evening group',
  course_id: 'c1',
  course_title: 'Bread',
  etag: '"v1-"',
}

const file: RecordedFile = {
  id: 'f1',
  kind: 'video',
  size: 250_000_000,
  started_at: '2031-03-03T17:00:00Z',
  state: 'failed',
  reason: 'gone',
  video_id: '',
  can_trash: false,
  needs_course: false,
}

const lessons = '/batches/{id}/schedule/{sessionId}/recorded-lessons'

function open(teaches: boolean, list: RecordedLesson[]) {
  const asked = reply('get', lessons, list)
  const user = renderScreen(
    <Recordings
      of={{ sessionId: 's1', batchId: 'b1' }}
      teaches={teaches}
      isRecordable
      videoField={(_, onChoose) => (
        <button type="button" onClick={() => onChoose('v2')}>
          Choose the video
        </button>
      )}
    />,
  )
  return { user, asked }
}

test('a member watches what was recorded, and what is processed is no link yet', async () => {
  open(false, [lesson, { ...lesson, id: 'r2', title: 'Part two', state: 'processing' }])
  const link = await screen.findByRole('link', { name: lesson.title })
  expect(link.getAttribute('href')).toBe('/learn/c1/v1')
  expect(screen.queryByRole('link', { name: 'Part two' })).toBeNull()
  expect(screen.getByText('Being processed')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a member of a session without recordings sees nothing of them', async () => {
  const { asked } = open(false, [])
  await expect.poll(() => asked.length).toBe(1)
  expect(screen.queryByRole('heading', { name: 'Recordings' })).toBeNull()
})

test('an instructor sees why a file is not here, and looks for it again', async () => {
  reply('get', '/sessions/{id}/recording-files', [file])
  const { user } = open(true, [])
  const files = within(await screen.findByRole('list', { name: 'Files at the meeting server' }))
  expect(files.getByText("The meeting server doesn't have it any more.")).toBeTruthy()
  expect(files.getByText('Not fetched')).toBeTruthy()
  const sent = reply('post', '/sessions/{id}/recording-files/fetch', {})
  await user.click(screen.getByRole('button', { name: 'Check for recordings' }))
  expect(await screen.findByRole('status')).toBeTruthy()
  expect(sent.length).toBe(1)
})

test('an instructor adds a video, and what is broken about an address is named', async () => {
  reply('get', '/sessions/{id}/recording-files', [])
  const { user } = open(true, [])
  const sent = reply('post', lessons, lesson)
  await user.click(await screen.findByRole('button', { name: 'Add recording' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Choose the video' }))
  await user.click(dialog.getByRole('button', { name: 'Add recording' }))
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ title: '', video_id: 'v2' }])

  await user.click(await screen.findByRole('button', { name: 'Add recording' }))
  const again = within(await screen.findByRole('dialog'))
  await user.click(again.getByRole('radio', { name: 'Elsewhere' }))
  refuse('post', lessons, 400, 'The address of the recording must begin with https://', {
    url: 'The address of the recording must begin with https://',
  })
  await user.type(again.getByRole('textbox', { name: 'Address of the recording' }), 'films')
  await user.click(again.getByRole('button', { name: 'Add recording' }))
  expect((await screen.findAllByText('The address of the recording must begin with https://')).length).toBeGreaterThan(
    0,
  )
})

test('an instructor publishes a recording over the version that they have seen, and removes one', async () => {
  reply('get', '/sessions/{id}/recording-files', [])
  const { user } = open(true, [{ ...lesson, is_published: false }])
  const sent = reply('put', '/recorded-lessons/{id}', lesson)
  await user.click(await screen.findByRole('button', { name: `Edit ${lesson.title}` }))
  await user.click(await screen.findByRole('switch', { name: /^Published/ }))
  await user.click(screen.getByRole('button', { name: 'Save recording' }))
  await expect
    .poll(() => sent.map(({ body, tag }) => ({ body, tag })))
    .toEqual([{ body: { title: lesson.title, is_published: true }, tag: lesson.etag }])
  const removed = reply('delete', '/recorded-lessons/{id}', {})
  await user.click(await screen.findByRole('button', { name: `Remove ${lesson.title}` }))
  await user.click(await screen.findByRole('button', { name: 'Remove recording' }))
  await expect.poll(() => removed.length).toBe(1)
})

test('an instructor has sessions recorded', async () => {
  const settings = {
    records: false,
    auto_import: true,
    publish: true,
    delete_after_import: false,
  }
  reply('get', '/batches/{id}/recording-settings', settings)
  reply('get', '/meeting-servers', [{ name: 'zoom', host: 'zoom.us' }])
  const sent = reply('put', '/batches/{id}/recording-settings', {
    ...settings,
    records: true,
  })
  const user = renderScreen(<RecordingSettings batchId="b1" />)
  await user.click(await screen.findByRole('button', { name: 'Recording settings' }))
  await user.click(await screen.findByRole('switch', { name: /^Record sessions/ }))
  await user.click(screen.getByRole('button', { name: 'Save settings' }))
  await expect
    .poll(() => sent.map(({ body, tag }) => ({ body, tag })))
    .toEqual([{ body: { ...settings, records: true }, tag: tagOf(settings) }])
})

test('a learner finds the recordings of all their batches', async () => {
  reply('get', '/batches/students/{id}/recorded-lessons', [lesson])
  renderScreen(<OwnRecordings userId="u1" />)
  const row = within(await screen.findByRole('row', { name: /Evening group/ }))
  expect(row.getByRole('link', { name: lesson.title })).toBeTruthy()
  expect(row.getByText('1 h 30 min')).toBeTruthy()
})

test('an instructor deletes at Zoom what is in the library, and insists on what is not', async () => {
  reply('get', '/sessions/{id}/recording-files', [
    { ...file, state: 'imported', reason: '', can_trash: true },
    { ...file, id: 'f2', kind: 'transcript', state: 'found', reason: '', can_trash: true },
    { ...file, id: 'f3', state: 'imported', reason: '' },
  ])
  const deleted = reply('delete', '/zoom/meetings/{id}/recordings/{recordingId}', {})
  const { user } = open(true, [])
  const list = await screen.findByRole('list', { name: 'Files at the meeting server' })
  expect(within(list).getAllByRole('listitem').length).toBe(2)
  for (const kind of ['Video', 'Transcript']) {
    await user.click(within(list).getByRole('button', { name: new RegExp(`Delete at Zoom: ${kind}`) }))
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete at Zoom' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  }
  expect(deleted.map(({ path, query }) => path + query)).toEqual([
    '/zoom/meetings/s1/recordings/f1?force=false',
    '/zoom/meetings/s1/recordings/f2?force=true',
  ])
})

const ofMeeting = '/online-meetings/{id}/recorded-lessons'
const meetingFiles = '/online-meetings/{id}/recording-files'

function openMeeting(teaches: boolean) {
  return renderScreen(<Recordings of={{ meetingId: 'm1' }} teaches={teaches} isRecordable videoField={undefined} />)
}

test('a learner watches the recording of a meeting; without one they see nothing of it', async () => {
  const asked = reply('get', ofMeeting, [])
  openMeeting(false)
  await expect.poll(() => asked.length).toBe(1)
  expect(screen.queryByRole('heading', { name: 'Recordings' })).toBeNull()
  cleanup()
  reply('get', ofMeeting, [{ ...lesson, session_id: '', batch_id: '', meeting_id: 'm1' }])
  openMeeting(false)
  expect(await screen.findByRole('link', { name: lesson.title })).toBeTruthy()
})

test('what Zoom has recorded of a meeting without a course stays there until its host chooses one', async () => {
  reply('get', ofMeeting, [])
  reply('get', meetingFiles, [{ ...file, state: 'found', reason: '', can_trash: true, needs_course: true }])
  reply('get', '/courses/get', [course, { ...course, id: 'c2', title: 'Honey' }])
  const user = openMeeting(true)
  const files = within(await screen.findByRole('list', { name: 'Files at the meeting server' }))
  expect(files.getByText('Stays at Zoom')).toBeTruthy()
  const field = await screen.findByRole('combobox', { name: 'Course for the recordings' })
  const button = screen.getByRole('button', { name: 'Fetch recordings' })
  expect(button).toHaveProperty('disabled', true)
  await user.selectOptions(field, 'Honey')
  refuse('post', '/online-meetings/{id}/recording-files/fetch', 409, 'Nothing was recorded of this meeting yet.')
  await user.click(button)
  expect(await screen.findByText('Nothing was recorded of this meeting yet.')).toBeTruthy()
  const sent = reply('post', '/online-meetings/{id}/recording-files/fetch', {})
  await user.click(button)
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ course_id: 'c2' }])
})

test('a host adds an address as the recording of a meeting without a course', async () => {
  reply('get', ofMeeting, [])
  reply('get', meetingFiles, [])
  const user = openMeeting(true)
  const sent = reply('post', ofMeeting, lesson)
  await user.click(await screen.findByRole('button', { name: 'Add recording' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByRole('radio')).toBeNull()
  await user.type(dialog.getByRole('textbox', { name: 'Address of the recording' }), 'https://example.org/a')
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), 'Part one')
  await user.click(dialog.getByRole('button', { name: 'Add recording' }))
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ title: 'Part one', url: 'https://example.org/a' }])
})

test('an error of the recordings of a meeting is shown to its learners, too', async () => {
  refuse('get', ofMeeting, 500, 'Something went wrong on our side.')
  openMeeting(false)
  expect(await screen.findByRole('heading', { name: 'Recordings' })).toBeTruthy()
})
