import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'

import { type Schema, session } from '@/api/client'
import { taught } from '@/features/learning/analytics/fixtures'
import { detail, maya, signedIn } from '@/testing/fixtures'
import { renderApp } from '@/testing/render'
import { refuse, reply } from '@/testing/server'

const instructor = [
  'GET /courses/{id}/enrollments',
  'GET /assignments/courses/{id}/submissions',
  'GET /question-banks/{id}/questions',
  'PUT /courses/update/{id}',
]

const unpublished: Schema<'PublicationState'> = {
  status: 'draft',
  version: 0,
  learners: 0,
  lessons: 0,
  draft: { lessons: 12, changed: true, added: 12, edited: 0, removed: 0 },
  ready: true,
  checklist: [{ part: 'lessons', issues: [] }],
}
const publication: Schema<'CoursePublication'> = {
  id: 'p1',
  number: 1,
  version_before: 0,
  version_after: 1,
  status_before: 'draft',
  status_after: 'Published',
  published_at: '2026-09-01T08:00:00Z',
}
const published: Schema<'PublicationState'> = {
  ...unpublished,
  status: 'Published',
  version: 1,
  lessons: 12,
  draft: { lessons: 12, changed: false, added: 0, edited: 0, removed: 0 },
  undoable: publication,
}

beforeEach(() => {
  session.start(signedIn)
  reply('get', '/profile/me/permissions', { user: maya, roles: ['instructor'], operations: instructor })
  reply('get', '/courses/{id}', { ...detail, can_teach: true, status: 'draft' })
  reply('get', '/student-analytics/courses/{id}', { ...taught, students: 0 })
  reply('get', '/courses/{id}/publication', unpublished)
  reply('get', '/courses/{id}/enrollments', [])
  reply('get', '/question-banks/{id}/questions', [])
  reply('get', '/question-banks/{id}/tags', [])
})

const tabs = () => within(screen.getByRole('navigation', { name: 'Course' })).getAllByRole('link')

test('names the course on every tab, and shows the tabs that the user may use', async () => {
  const { user } = renderApp('/teach/courses/c1/learners')
  await screen.findByRole('heading', { level: 1, name: 'Learners' })
  expect(tabs().map((tab) => tab.textContent)).toEqual(['Questions', 'Learners', 'Submissions', 'Settings'])
  const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect(within(crumbs).getByRole('link', { name: 'Teaching' }).getAttribute('href')).toBe('/teach')
  expect(within(crumbs).getByRole('link', { name: detail.title }).getAttribute('href')).toBe('/teach/courses/c1')
  screen.getByText('Draft')
  expect(document.title).toContain(`Learners · ${detail.title}`)

  await user.click(screen.getByRole('link', { name: 'Questions' }))
  await screen.findByRole('heading', { level: 1, name: 'Questions' })
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' }), 'the frame is not mounted again').toBe(crumbs)
  expect(tabs().filter((tab) => tab.getAttribute('aria-current'))).toEqual([
    screen.getByRole('link', { name: 'Questions' }),
  ])
})

test('publishes the course from any tab, and takes it back from the message', async () => {
  reply('get', '/courses/{id}/publication', unpublished)
  const { user } = renderApp('/teach/courses/c1/learners')
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish course' }))
  dialog.getByText(
    "Learners don't see this course yet; once you publish, everyone finds it in the catalogue with 12 lessons.",
  )
  const sent = reply('post', '/courses/{id}/publications', { publication, state: published })
  reply('get', '/courses/{id}/publication', published)
  await user.click(dialog.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(sent[0]?.body).toEqual({ in_catalogue: true }))
  await screen.findByRole('button', { name: 'Published' })
  const undone = reply('post', '/courses/{id}/publications/{publicationId}/undo', unpublished)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undone).toHaveLength(1))
  await screen.findByText('Publication undone.')
})

test('what must be fixed keeps the course from being published, with links to it', async () => {
  const issue = { severity: 'error' as const, code: 'lesson_empty', message: '“Dough” is empty.', lesson_id: 'l1' }
  reply('get', '/courses/{id}/publication', {
    ...unpublished,
    ready: false,
    checklist: [{ part: 'lessons', issues: [issue] }],
  })
  const { user } = renderApp('/teach/courses/c1/learners')
  await user.click(await screen.findByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish course' }))
  expect(dialog.getByRole('button', { name: 'Publish' })).toHaveProperty('disabled', true)
  const way = dialog.getByRole('link', { name: issue.message })
  expect(way.getAttribute('href')).toBe('/teach/courses/c1/curriculum?lesson=l1')
  await user.click(dialog.getByRole('radio', { name: 'Only enrolled learners' }))
  dialog.getByText(
    "Learners don't see this course yet; once you publish, only enrolled learners see it, with 12 lessons.",
  )
})

test('a user who does not teach the course learns it, with a link to its page', async () => {
  reply('get', '/courses/{id}', detail)
  renderApp('/teach/courses/c1/settings')
  await screen.findByText(`Only the instructors of “${detail.title}” can manage it.`)
  expect(screen.getByRole('link', { name: 'View course page' }).getAttribute('href')).toBe('/courses/c1')
  expect(screen.queryByRole('navigation', { name: 'Course' })).toBeNull()
})

test('a course that does not exist is an error', async () => {
  refuse('get', '/courses/{id}', 404, 'There is no such course.')
  renderApp('/teach/courses/c9/learners')
  await screen.findByText('There is no such course.')
})
