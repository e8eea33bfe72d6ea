import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { type Schema, session } from '@/api/client'
import { versionOf } from '@/features/learning/course/api'
import { extras } from '@/features/learning/course/fixtures'
import { detail, maya, noCurriculum, signedIn } from '@/testing/fixtures'
import { renderApp } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

const typed: Schema<'TypedCourse'> = { ...detail, ...extras, can_teach: true, updatedAt: '2026-11-01T10:00:00.5Z' }

beforeEach(() => {
  session.start(signedIn)
  const operations = ['PUT /courses/update/{id}', 'GET /courses/{id}/enrollments']
  reply('get', '/profile/me/permissions', { user: maya, roles: ['instructor'], operations })
  reply('get', '/curriculum/course/{id}', noCurriculum)
})

function open(tab: string, course: Partial<Schema<'TypedCourse'>> = {}) {
  const shown = { ...typed, ...course }
  reply('get', '/courses/{id}', shown) // first: replies announced later take precedence
  reply('get', '/courses/category', [])
  reply('get', '/currencies', [{ code: 'JPY', minor_digits: 0, is_default: true }])
  reply('get', '/courses/instructors', [{ id: 'u7', full_name: 'Ada Byron' }])
  reply('get', '/tcourse/{type}/{id}', shown)
  return renderApp(`/teach/courses/c1/settings?tab=${tab}`)
}

const bar = () => screen.queryByRole('region', { name: 'Unsaved changes' })
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Settings' })).getByRole('link', { name: new RegExp(`^${name}`) })

test('one bar saves what was changed in several tabs, by the currency’s digits', async () => {
  const { user } = open('pricing')
  const sent = reply('put', '/tcourse/{type}/{id}', typed)
  await user.click(await screen.findByRole('button', { name: 'Add price' }))
  await user.clear(screen.getByLabelText('Group price per person in JPY'))
  await user.type(screen.getByLabelText('Group price per person in JPY'), '1200')
  await user.click(tab('Cover and page'))
  await user.type(await screen.findByLabelText('Tools'), 'Go{Enter}SQL')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Changes saved.')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    path: '/tcourse/live/c1',
    tag: versionOf(typed.updatedAt),
    body: { title: typed.title, tools_technologies: ['Go', 'SQL'], prices: [{ currency: 'JPY', batch: 1200 }] },
  })
  expect(sent[0]?.body, 'what was not touched is not sent').not.toHaveProperty('schedule')
  await waitFor(() => expect(bar()).toBeNull())
})

test('changes are discarded, and Ctrl+S saves them', async () => {
  const { user } = open('details')
  const summary = () => screen.findByRole('textbox', { name: 'Summary' })
  await summary()
  expect(bar()).toBeNull()
  await user.type(await summary(), ' More.')
  await user.click(await screen.findByRole('button', { name: 'Discard' })) // the editor reports typing after a moment
  await waitFor(async () => expect((await summary()).textContent).toBe(typed.summary))
  const sent = reply('put', '/tcourse/{type}/{id}', typed)
  await user.type(await summary(), ' More.')
  await screen.findByRole('button', { name: 'Discard' })
  await user.keyboard('{Control>}s{/Control}')
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('an error leads to its tab and field, and the input is kept', async () => {
  const { user, router } = open('team')
  await user.type(await screen.findByRole('combobox', { name: 'Instructors' }), 'Ada')
  await user.click(await screen.findByRole('option', { name: 'Ada Byron' }))
  await user.click(tab('Details'))
  refuse('put', '/tcourse/{type}/{id}', 400, 'Language is unknown', { language: 'Language is unknown' })
  await user.selectOptions(await screen.findByLabelText('Language'), 'German')
  await user.click(tab('Schedule'))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Language is unknown')
  expect(router.state.location.search).toEqual({ tab: 'details' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Language')))
  expect(screen.getByLabelText<HTMLSelectElement>('Language').value).toBe('de')
})

test('a title is required before anything is sent', async () => {
  const { user } = open('details')
  await user.clear(await screen.findByLabelText('Title'))
  await user.click(tab('Pricing'))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Enter a title.')
})

test('a new version of the team follows the rest in the same save', async () => {
  const { user } = open('team')
  const saved = { ...typed, summary: 'More.', updatedAt: '2026-11-01T11:00:00.5Z' }
  reply('put', '/tcourse/{type}/{id}', saved)
  const sent = reply('put', '/courses/{id}/instructors', saved)
  await user.type(await screen.findByRole('combobox', { name: 'Instructors' }), 'Ada')
  await user.click(await screen.findByRole('option', { name: 'Ada Byron' }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ instructor_ids: ['u2', 'u7'] }))
  expect(sent[0]?.tag).toBe(versionOf(saved.updatedAt))
})

test('a newer version: shows the fields that differ and lets the user decide', async () => {
  const { user } = open('details')
  await user.type(await screen.findByLabelText('Description'), ' More.')
  await screen.findByRole('region', { name: 'Unsaved changes' })
  const theirs = { ...typed, summary: 'Another summary.', updatedAt: '2026-11-01T11:00:00.5Z' }
  refuse('put', '/tcourse/{type}/{id}', 412, 'Another user has changed this course.', {}, theirs)
  reply('get', '/tcourse/{type}/{id}', theirs)
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText(/They differ from the saved version in: Summary and Description\./)
  const sent = reply('put', '/tcourse/{type}/{id}', theirs)
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await waitFor(() => expect(sent[0]?.tag).toBe(versionOf(theirs.updatedAt)))
})

test('leaving with unsaved changes asks, changing the tab does not', async () => {
  const ask = vi.fn(() => false)
  vi.stubGlobal('confirm', ask)
  const { user, router } = open('details')
  await user.type(await screen.findByLabelText('Summary'), ' More.')
  await screen.findByRole('region', { name: 'Unsaved changes' })
  await user.click(tab('Team'))
  expect(ask).not.toHaveBeenCalled()
  await user.click(screen.getByRole('link', { name: 'Learners' }))
  expect(ask).toHaveBeenCalledTimes(1)
  expect(router.state.location.pathname).toBe('/teach/courses/c1/settings')
  vi.unstubAllGlobals()
})

test('a new session defaults to a week after the last, and an error shows at its field', async () => {
  const planned = { date: '2026-10-01', start_time: '18:00', end_time: '19:30', title: 'Deadlines', description: '' }
  const entries = [{ ...planned, starts_at: '2026-10-01T16:00:00Z', ends_at: '2026-10-01T17:30:00Z' }]
  const { user } = open('schedule', { schedule: { timezone: 'Europe/Berlin', entries } })
  await user.click(await screen.findByRole('button', { name: 'Add session' }))
  const second = within(screen.getByRole('group', { name: 'Session 2' }))
  expect(second.getByLabelText<HTMLInputElement>('Date').value).toBe('2026-10-08')
  refuse('put', '/tcourse/{type}/{id}', 400, 'Date 2026-10-08 is in the past', {
    'schedule.entries[1].date': 'Date 2026-10-08 is in the past',
  })
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await second.findByText('Date 2026-10-08 is in the past')
})

test('access between two dates is sent as instants', async () => {
  const { user } = open('access', { course_type: 'free' })
  const sent = reply('put', '/tcourse/{type}/{id}', { ...typed, course_type: 'free' })
  await user.click(await screen.findByRole('radio', { name: 'Learners who enrol, between two dates' }))
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-12-01T10:00' } })
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  const access = { access_type: 'by_date', access_from: new Date('2026-12-01T10:00').toISOString() }
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ access }))
})

test('weekly times of a blended course are sent with their days as numbers', async () => {
  const { user } = open('schedule', { course_type: 'blended' })
  const sent = reply('put', '/tcourse/{type}/{id}', { ...typed, course_type: 'blended' })
  await user.click(await screen.findByRole('button', { name: 'Add weekly time' }))
  await user.selectOptions(screen.getByLabelText('Day'), 'Wednesday')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  const slots = [{ weekday: 3, start_time: '18:00', end_time: '19:00' }]
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ doubt_schedule: { slots } }))
})

test('an archived course is deleted by typing its title', async () => {
  const { user, router } = open('access', { status: 'archived' })
  const sent = reply('delete', '/courses/{id}', {})
  reply('get', '/courses/get', [])
  await user.click(await screen.findByRole('button', { name: 'Delete course' }))
  await user.type(await screen.findByLabelText(/to confirm/), typed.title)
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete course' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/teach'))
  expect(new URLSearchParams(sent[0]?.query).get('confirm')).toBe(typed.title)
})
