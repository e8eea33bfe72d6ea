import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import type { Schema } from '@/api/client'
import { newId } from '@/api/new-id'
import { Outbox } from '@/shared/outbox/outbox'
import { lesson } from '@/testing/fixtures'
import { renderScreen } from '@/testing/render'
import { refuse, reply } from '@/testing/server'
import { courseProgress, curriculumOf, lessonProgress } from './fixtures'
import { LessonPage } from './lesson-page'
import { countSeconds } from './use-lesson-events'

const lock = { reason: 'after_lesson', text: 'Complete “Retries” first.', lesson_id: 'l2' } as const
const second = { ...lesson, id: 'l2', title: 'Retries' }
const third = { ...lesson, id: 'l3', title: 'Storms', lock }
const curriculum = curriculumOf([lesson, second, third])
const progress = { ...courseProgress, lessons: [{ ...lessonProgress, lessonId: 'l2' }] }

const detail: Schema<'LessonDetail'> = {
  ...lesson,
  course_id: 'c1',
  section_title: 'Budgets',
  content: { html: '<p>x</p>' },
  // The types do not include the null that Go sends for a missing neighbour.
  previous: { id: 'l0', title: 'Before', type: 'text' },
  next: { id: 'l2', title: 'Retries', type: 'text' },
  position: 1,
  total: 3,
}

let learner = newId()
afterEach(() => {
  learner = newId() // keeps the tests' waiting events apart
})

function open(l = detail) {
  const sent = reply('post', '/progress/events', { accepted: 1, ignored: [], courses: [] })
  reply('get', '/curriculum/course/{id}/lesson/{lessonId}', l)
  reply('get', '/progress/courses/{id}', progress)
  const user = renderScreen(
    <LessonPage courseId="c1" lessonId={l.id} {...{ curriculum, learner }} crumb="Course" body={() => <p>Words</p>} />,
  )
  return { sent, user }
}

/** What was sent, other than time spent, which depends on how fast the tests run. */
const kindsOf = (sent: { body: unknown }[]) =>
  sent
    .flatMap(({ body }) => [...JSON.stringify(body).matchAll(/"type":"(\w+)"/g)].map((m) => m[1]))
    .filter((kind) => kind !== 'time')

test('the outline shows the state of each lesson, and why one is locked', async () => {
  const { sent } = open()
  await screen.findByText('1 of 4 complete · 25%')
  const [a, b, c] = within(screen.getByRole('list', { name: 'Budgets' })).getAllByRole('listitem')
  expect(a?.querySelector('a')?.getAttribute('aria-current')).toBe('true')
  await waitFor(() => expect(b?.textContent).toBe('RetriesText · Completed'))
  expect(c?.textContent).toBe('StormsText · LockedComplete “Retries” first.')
  expect(c?.querySelector('a')).toBeNull()
  expect((await screen.findByRole('link', { name: 'Next lesson' })).getAttribute('href')).toBe('/learn/c1/l2')
  await waitFor(() => expect(kindsOf(sent)).toEqual(['opened']))
})

test('a lesson can be marked as completed, and unmarked', async () => {
  const { sent, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Mark as complete' }))
  await waitFor(() => expect(kindsOf(sent)).toEqual(['opened', 'done']))
})

test('offline, it counts on the screen and waits on the device', async () => {
  const { user } = open()
  refuse('post', '/progress/events', 503, 'Not just now.')
  await user.click(await screen.findByRole('button', { name: 'Mark as complete' }))
  await screen.findByText(/will be sent when you are back online/)
  expect(screen.getByRole('button', { name: 'Mark as incomplete' })).toBeTruthy()
  expect(await new Outbox(learner).waiting()).toBeGreaterThan(0)
})

test('a locked lesson shows the reason, and records nothing', async () => {
  const { sent } = open({ ...detail, id: 'locked', lock, content: null })
  expect((await screen.findByRole('alert')).textContent).toContain('Complete “Retries” first.')
  expect(screen.queryByText('Words')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Mark as complete' })).toBeNull()
  expect(JSON.stringify(sent)).not.toContain('locked') // the test before may still send what it left waiting
})

test('time is reported while the page is visible, and the rest when it ends', () => {
  let now = 0
  const reported: number[] = []
  const stop = countSeconds(
    (seconds) => reported.push(seconds),
    () => now,
  )
  now = 7400
  document.dispatchEvent(new Event('visibilitychange'))
  now = 9_000_000 // the device slept
  stop()
  expect(reported).toEqual([7, 120])
})
