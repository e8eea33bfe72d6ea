import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { type Schema, session } from '@/api/client'
import { ida, taught } from '@/features/learning/analytics/fixtures'
import { detail, maya, noCurriculum, signedIn } from '@/testing/fixtures'
import { renderApp } from '@/testing/render'
import { reply } from '@/testing/server'

const draft = { ...noCurriculum, draft: { revision: 1, can_undo: false, changed: true } } as Schema<'Curriculum'>

beforeEach(() => {
  session.start(signedIn)
  const operations = ['GET /student-analytics/courses/{id}', 'GET /courses/{id}/enrollments']
  reply('get', '/profile/me/permissions', { user: maya, roles: ['instructor'], operations })
  reply('get', '/student-analytics/courses/{id}', taught)
  reply('get', '/student-analytics/courses/{id}/students', [ida])
  reply('get', '/assignments/courses/{id}/submissions', [], 3)
})

function open(course: Partial<Schema<'CourseDetail'>>, lessons: number) {
  reply('get', '/courses/{id}', { ...detail, can_teach: true, ...course })
  reply('get', '/curriculum/course/{id}', { ...draft, totals: { ...draft.totals, lessons } })
  return renderApp('/teach/courses/c1')
}

test('the checklist ticks what the server has, and links to what is missing', async () => {
  open({ status: 'draft', summary: '' }, 2)
  await screen.findByText('4 steps left')
  const steps = within(screen.getByRole('list', { name: 'Steps' }))
  expect(
    steps
      .getAllByRole('listitem')
      .map((step) => [step.querySelector('[role=img]')?.getAttribute('aria-label'), step.textContent]),
  ).toMatchObject([
    ['To do', 'Describe the course'],
    ['To do', 'Choose a cover'],
    ['Done', 'Add lessons'],
    ['To do', 'Set a price'],
    ['To do', expect.stringContaining('Publish')],
  ])
  expect(steps.getByRole('link', { name: 'Set a price' }).getAttribute('href')).toBe(
    '/teach/courses/c1/settings?tab=pricing',
  )
})

test('a course that has all shows no checklist; its figures link to their lists', async () => {
  const cover: Schema<'Cover'> = { source: 'chosen', sizes: [] }
  open({ cover, summary: 'About it.' }, 2)
  const graded = await screen.findByRole('link', { name: /3\s*Submissions to grade/ })
  expect(graded.getAttribute('href')).toBe('/teach/courses/c1/submissions?status=to_grade')
  const done = await screen.findByRole('link', { name: /0 \(0%\)\s*Completed/ })
  expect(done.getAttribute('href')).toBe('/teach/courses/c1/learners?progress=completed')
  await screen.findByRole('link', { name: 'Ida Quist' })
  expect(screen.queryByText('Set up your course')).toBeNull()
})
