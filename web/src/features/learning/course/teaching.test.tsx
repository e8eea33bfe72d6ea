import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'

import { course, detail } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply, server } from '@/testing/server'
import type { EnrollmentImport } from './api'
import { EditorPage } from './editor-page'
import { enrollment, extras } from './fixtures'
import { Enrolments } from './people-page'
import { SavedPage } from './saved-page'
import { TaughtPage } from './taught-page'

const taught = { ...detail, can_teach: true, updatedAt: '2026-11-01T10:00:00.5Z' }
const currencies = [{ code: 'EUR', minor_digits: 2, is_default: true }]
const mina = {
  enrollment_id: 'e1',
  user_id: 'u3',
  full_name: 'Mina Okafor',
  status: 'active' as const,
  ends_at: null,
  percent: 40,
  createdAt: '2026-11-01T10:00:00Z',
  updatedAt: '2026-11-01T10:00:00Z',
}

function edit(c = taught) {
  reply('get', '/courses/{id}', c)
  reply('get', '/courses/category', [])
  reply('get', '/currencies', currencies)
  reply('get', '/courses/instructors', [])
  reply('get', '/tcourse/{type}/{id}', { ...c, ...extras })
  const onGone = vi.fn()
  const recordings = { weeks: [], videoField: () => null }
  const cover = { frameField: () => null }
  const user = renderScreen(<EditorPage courseId="c1" onGone={onGone} recordings={recordings} cover={cover} />)
  return { user, onGone }
}

test('the editor saves amounts in minor units and lists as lines', async () => {
  const { user } = edit()
  const sent = reply('put', '/courses/update/{id}', taught)
  await user.click(await screen.findByRole('button', { name: 'Add price' }))
  await user.clear(screen.getByLabelText('Group price per person'))
  await user.type(screen.getByLabelText('Group price per person'), '120.5')
  await user.type(screen.getByLabelText('Tools'), 'Go{Enter}SQL{Enter}')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    title: course.title,
    tools_technologies: ['Go', 'SQL'],
    prices: [{ currency: 'EUR', batch: 12050, individual: 0, min_batch_size: 2, max_batch_size: 10, is_active: true }],
  })
  await screen.findByText('Changes saved.')
})

test('a server error shows at its field and the input is kept', async () => {
  const { user } = edit()
  refuse('put', '/courses/update/{id}', 400, 'Title is required', { title: 'Title is required' })
  await user.type(await screen.findByLabelText('Summary'), ' More.')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Title is required')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Summary').value).toContain(' More.')
})

test('a newer version: shows the fields that differ and lets the user decide', async () => {
  const { user } = edit()
  const theirs = { ...taught, summary: 'Another summary.', updatedAt: '2026-11-01T11:00:00.5Z' }
  refuse('put', '/courses/update/{id}', 412, 'Another user has changed this course.', {}, theirs)
  await user.type(await screen.findByLabelText('Description'), ' More.')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText(/They differ from the saved version in: Summary and Description\./)
  const versions: (string | null)[] = []
  server.use(
    http.put('*/api/v1/courses/update/c1', ({ request }) => {
      versions.push(request.headers.get('If-Match'))
      return HttpResponse.json({ success: true, status: 'success', message: '', data: theirs })
    }),
  )
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(versions).toEqual(['"v1793530800500000-"']))
})

test('an archived course is deleted by typing its title', async () => {
  const { user, onGone } = edit({ ...taught, status: 'archived' })
  const sent = reply('delete', '/courses/{id}', {})
  await user.click(await screen.findByRole('button', { name: 'Delete course' }))
  await user.type(await screen.findByLabelText(/to confirm/), course.title)
  await user.click(screen.getAllByRole('button', { name: 'Delete course' }).at(-1) as HTMLElement)
  await waitFor(() => expect(onGone).toHaveBeenCalled())
  expect(new URLSearchParams(sent[0]?.query).get('confirm')).toBe(course.title)
})

test('a user who does not teach the course gets an error', async () => {
  edit({ ...taught, can_teach: false })
  await screen.findByText('Only the instructors of this course can edit it.')
})

test('people: the actions depend on the enrollment', async () => {
  reply('get', '/courses/{id}', taught)
  reply('get', '/courses/{id}/enrollments', [
    mina,
    { ...mina, enrollment_id: 'e2', full_name: 'Jo Park', status: 'withdrawn' as const },
  ])
  const sent = reply('patch', '/courses/{id}/enrollments/{userId}', { ...mina, id: 'e1', course_id: 'c1' })
  const user = renderScreen(<Enrolments courseId="c1" />)
  await user.click(await screen.findByRole('button', { name: 'Suspend Mina Okafor' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ action: 'suspend' }))
  expect(screen.queryByRole('button', { name: /Jo Park/ })).toBeNull()
})

test('people: enrols with a status, and sets and removes an end', async () => {
  reply('get', '/courses/{id}', taught)
  reply('get', '/courses/{id}/enrollments', [{ ...mina, ends_at: '2027-01-01T10:00:00Z' }])
  const made = reply('post', '/courses/{id}/enrollments', { ...enrollment, status: 'invited' })
  const sent = reply('patch', '/courses/{id}/enrollments/{userId}', enrollment)
  const user = renderScreen(<Enrolments courseId="c1" />)
  await user.type(await screen.findByLabelText('Email address'), 'jo@lectern.test')
  await user.selectOptions(screen.getByLabelText('Enrol as'), 'Invited')
  await user.click(screen.getByRole('button', { name: 'Enrol learner' }))
  await waitFor(() => expect(made[0]?.body).toEqual({ email: 'jo@lectern.test', status: 'invited' }))
  await user.click(screen.getByRole('button', { name: 'Set end date for Mina Okafor' }))
  await user.clear(screen.getByLabelText('Access ends'))
  await user.click(screen.getByRole('button', { name: 'Save end date' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ action: 'set_end' }))
})

test('people: says that there are none yet', async () => {
  reply('get', '/courses/{id}', taught)
  reply('get', '/courses/{id}/enrollments', [])
  renderScreen(<Enrolments courseId="c1" />)
  await screen.findByText('No learners yet')
})

/** Answers the import of a spreadsheet and returns the requests. */
function imports(data: EnrollmentImport) {
  const sent: string[] = []
  server.use(
    http.post('*/api/v1/courses/c1/enrollments/import', async ({ request }) => {
      sent.push(`${new URL(request.url).searchParams.get('dry_run')} ${(await request.text()).split('\n')[0]}`)
      return HttpResponse.json({ success: true, status: 'success', message: '', data })
    }),
  )
  return sent
}

test('people: importing a spreadsheet shows a preview first', async () => {
  reply('get', '/courses/{id}', taught)
  reply('get', '/courses/{id}/enrollments', [])
  const bad = [{ row: 3, column: 'email', code: 'user_not_found', reason: 'Nobody here has this address' }]
  const result = { dryRun: true, rows: 2, enrolled: 1, existing: 0, badRows: 1, bad }
  const looked = imports(result)
  const user = renderScreen(<Enrolments courseId="c1" />)
  await user.upload(screen.getByLabelText('CSV file'), new File(['email\na@b.c\n'], 'p.csv', { type: 'text/csv' }))
  await screen.findByText('Row 3: Nobody here has this address')
  const done = imports({ ...result, dryRun: false })
  await user.click(screen.getByRole('button', { name: 'Enrol 1 learner' }))
  await screen.findByText(/1 learner enrolled, 0 already enrolled, 1 row with an error\./)
  expect([looked, done]).toEqual([['true email'], ['false email']])
})

test('lists saved courses, or links to the catalogue', async () => {
  reply('get', '/courses/saved', [])
  renderScreen(<SavedPage />)
  await screen.findByText('No saved courses yet')
})

test('lists the courses that the user teaches, with links for editing', async () => {
  reply('get', '/courses/get', [course])
  renderScreen(<TaughtPage />)
  expect((await screen.findByRole('link', { name: `Settings of ${course.title}` })).getAttribute('href')).toBe(
    '/teach/courses/c1/settings',
  )
})
