// Learning in a course with a curriculum on two devices, one of them offline for a while.
import type { Route } from '@playwright/test'

import type { Schema } from '../api'
import { expectAccessible, expectFitsPhone, expectLoaded } from '../assertions'
import { expect, test } from '../fixtures'

test.describe.configure({ mode: 'serial' })

const title = `Tide pools ${Date.now()}`
let courseId = ''
let lessons: string[] = []

test('a course of three lessons is published', async ({ api }) => {
  const teacher = await api('instructor')
  const course = await teacher.send<Schema<'CourseDetail'>>('post', '/courses/create', {
    title,
    category: 'Nature',
    course_type: 'free',
  })
  courseId = course.id
  const base = `/curriculum/course/${courseId}`
  const section = await teacher.send<Schema<'OutlineEntry'>>('post', `${base}/sections`, { title: 'On the shore' })
  const lesson = (name: string, more: object) =>
    teacher.send<Schema<'LessonEntry'>>('post', `${base}/sections/${section.id}/lessons`, {
      type: 'text',
      title: name,
      content: { html: `<p>${name}</p>` },
      ...more,
    })
  const first = await lesson('Limpets', { completion: { rule: 'manual' } })
  const second = await lesson('Anemones', { completion: { rule: 'manual' } })
  const third = await lesson('Starfish', { completion: { rule: 'view' }, release: { after_lesson: second.id } })
  lessons = [first.id, second.id, third.id]
  await teacher.send('post', `${base}/publish`)
  await teacher.send('patch', `/courses/toggle-status/${courseId}`)
})

test('offline, nothing is lost, and nothing counts twice', async ({ as, api }) => {
  const page = await as('student')
  await page.goto(`/courses/${courseId}`)
  await page.getByRole('button', { name: 'Enrol in this course' }).click()
  await page.getByRole('link', { name: 'Start learning' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Limpets' })).toBeVisible()
  const outline = page.getByRole('complementary', { name: 'Outline' })
  await expect(outline.getByText('Complete “Anemones” first.')).toBeVisible()

  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Mark as complete' }).click()
  await expect(page.getByText('will be sent when you are back online')).toBeVisible()
  await page.reload().catch(() => undefined) // fails offline
  await page.context().setOffline(false)
  await page.goto(`/learn/${courseId}/${lessons[0]}`)
  await expect(page.getByText('1 of 3 complete · 33%')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as incomplete' })).toBeVisible()

  const student = await api('student')
  const progress = await student.get<Schema<'CourseProgressDetail'>>(`/progress/courses/${courseId}`)
  expect(progress.completedLessons).toBe(1)
  await page.goto(`/learn/${courseId}/completed`)
  await expect(page, 'a summary is for those who have completed the course').toHaveURL(`/courses/${courseId}`)
})

test('a learner reads a lesson before the app is there; a visitor is asked to sign in', async ({
  as,
  browser,
  demo,
}) => {
  const page = await as('student')
  const held: Route[] = []
  await page.route('**/assets/index-*.js', (route) => void held.push(route))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const path = `/learn/${courseId}/${lessons[1]}`
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.locator('.served').getByText('Anemones', { exact: true }).last()).toBeVisible()
  await expect(page.locator('[data-early-text] p')).toHaveText('Anemones')
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const route of held) await route.continue()
  await expect(page.getByRole('button', { name: 'Mark as complete' })).toBeVisible()
  const request = `/api/v1/curriculum/course/${courseId}/lesson/${lessons[1]}`
  expect(
    asked.filter((each) => each === request),
    'the app begins with what was read before it',
  ).toHaveLength(1)

  const context = await browser.newContext({ baseURL: demo.url })
  const visitor = await context.newPage()
  await visitor.goto(path)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await context.close()
})

test('another device resumes where the first one was, by keyboard, and the locked lesson opens', async ({ as }) => {
  const page = await as('student')
  await page.goto(`/learn/${courseId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Anemones' })).toBeVisible()
  await page.getByRole('button', { name: 'Mark as complete' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 3 complete · 66%')).toBeVisible()
  await page.keyboard.press('Alt+KeyP')
  await expect(page.getByRole('heading', { level: 1, name: 'Limpets' })).toBeVisible()
  await page.keyboard.press('Alt+KeyN')
  await expect(page.getByRole('heading', { level: 1, name: 'Anemones' })).toBeVisible()
  await page.getByRole('link', { name: 'Next lesson' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Starfish' })).toBeVisible()
  await expect(page.getByText('Course completed · 100%')).toBeVisible()
  await page.getByRole('button', { name: 'View summary' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Course completed' })).toBeVisible()
  await expect(page.getByText(`You completed “${title}”`)).toBeVisible()
  await expect(page.getByText('of 3 required')).toBeVisible()
})

test('on a phone the outline is in a drawer', async ({ as }) => {
  const page = await as('student')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/learn/${courseId}/${lessons[0]}`)
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Anemones' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Anemones' })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectFitsPhone(page, 320)
})

test('notes are private, comments are for all, and the page is accessible', async ({ as }) => {
  const page = await as('student')
  await page.goto(`/learn/${courseId}/${lessons[0]}`)
  await page.getByLabel('New note').fill('For me alone')
  await page.getByRole('button', { name: 'Save note' }).click()
  await expect(page.getByRole('list', { name: 'My notes' })).toContainText('For me alone')
  await page.getByLabel('New comment').fill('How do they hold on?')
  await page.getByRole('button', { name: 'Post comment' }).click()
  await expect(page.getByRole('list', { name: 'Comments' })).toContainText('How do they hold on?')
  await expectLoaded(page)
  await expectAccessible(page)

  const teacher = await as('instructor')
  await teacher.goto(`/learn/${courseId}/${lessons[0]}`)
  await expect(teacher.getByRole('list', { name: 'Comments' })).toContainText('How do they hold on?')
  await expect(teacher.getByText('For me alone')).toHaveCount(0)
  await teacher.getByRole('button', { name: 'Hide' }).click()
  await teacher.getByLabel('Reason').fill('Asked twice')
  await teacher.getByRole('button', { name: 'Hide comment' }).click()
  await expect(teacher.getByText('Hidden by the course team: Asked twice')).toBeVisible()
})
