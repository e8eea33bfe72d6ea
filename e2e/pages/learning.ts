// Pages of courses, what they hold, and learning.
import { expect, type Page } from '@playwright/test'

import type { Schema } from '../api'
import type { ApiAs } from '../fixtures'
import { loadPlayer } from '../player'
import { type AppPage, follow } from './app-page'

export const learning: AppPage[] = [
  { name: 'catalogue', open: (page) => page.goto('/courses') },
  { name: 'catalogue without a match', open: (page) => page.goto('/courses?search=nothing-is-called-so') },
  { name: 'course, to a visitor', open: openCourse },
  { name: 'instructors', open: openInstructors },
  { name: 'one instructor', open: openInstructor },
  { name: 'check of a certificate', open: (page) => page.goto('/verify') },
  { name: 'learners of an instructor', as: 'instructor', open: (page) => page.goto('/teach/learners') },
  { name: 'comments of a course', as: 'instructor', open: openComments },
  { name: 'certificates of a course', as: 'instructor', open: openCertificates },
  { name: 'home of a student', as: 'student', open: (page) => page.goto('/app') },
  { name: 'my learning', as: 'student', open: (page) => page.goto('/app/courses') },
  { name: 'own certificates', as: 'student', open: (page) => page.goto('/app/certificates') },
  { name: 'certificate templates', as: 'admin', open: openTemplates },
  { name: 'certificate designer', as: 'admin', open: openDesigner },
  { name: 'submissions to grade', as: 'instructor', open: (page) => page.goto('/teach/to-grade') },
  { name: 'own assignments', as: 'student', open: (page) => page.goto('/app/assignments') },
  { name: 'goals', as: 'student', open: (page) => page.goto('/app/goals') },
  { name: 'my notes', as: 'student', open: (page) => page.goto('/app/notes') },
  { name: 'progress in a course', as: 'student', open: (page, api) => openProgress(page, api, 'student') },
  { name: 'students of a course', as: 'instructor', open: (page, api) => openProgress(page, api, 'instructor') },
  { name: 'one student of a course', as: 'instructor', open: openStudent },
  { name: 'course, to a student', as: 'student', open: openCourse },
  { name: 'lesson', as: 'student', open: openLesson },
  { name: 'summary of a completed course', as: 'student', open: openCompleted },
  { name: 'video library', as: 'instructor', open: (page) => page.goto('/teach/videos') },
  ...(['details', 'captions', 'analytics', 'log'] as const).map((tab) => ({
    name: `${tab} of a video`,
    as: 'instructor' as const,
    open: (page: Page, api: ApiAs) => openDrawer(page, api, tab),
  })),
  ...(['categories', 'currencies', 'home'] as const).map((tab) => ({
    name: `${tab} of the catalogue`,
    as: 'admin' as const,
    open: (page: Page) => page.goto(`/admin/catalogue?tab=${tab}`),
  })),
  { name: 'comments to approve', as: 'admin', open: (page) => page.goto('/admin/comments') },
  { name: 'reported reviews', as: 'admin', open: (page) => page.goto('/admin/reviews') },
  { name: 'curriculum builder', as: 'instructor', open: (page, api) => openCurriculum(page, api, 'curriculum') },
  { name: 'preview of a curriculum', as: 'instructor', open: (page, api) => openCurriculum(page, api, 'preview') },
  { name: 'quiz results of a course', as: 'instructor', open: (page, api) => openDemoCourse(page, api, 'results') },
  { name: 'questions of a course', as: 'instructor', open: (page, api) => openDemoCourse(page, api, 'questions') },
  { name: 'submissions of a course', as: 'instructor', open: (page, api) => openDemoCourse(page, api, 'submissions') },
  { name: 'saved courses', as: 'student', open: (page) => page.goto('/app/courses?show=saved') },
  { name: 'courses that one teaches', as: 'instructor', open: (page) => page.goto('/teach') },
  { name: 'overview of a course', as: 'instructor', open: (page, api) => openDemoCourse(page, api, '') },
  { name: 'videos of a course', as: 'instructor', open: (page, api) => openDemoCourse(page, api, 'videos') },
  { name: 'settings of a course', as: 'instructor', open: (page) => openTaught(page, 'Settings of') },
  ...(['page', 'pricing', 'team'] as const).map((tab) => ({
    name: `${tab} in the settings of a course`,
    as: 'instructor' as const,
    open: (page: Page, api: ApiAs) => openSettings(page, api, tab),
  })),
  ...(['blended', 'live', 'free'] as const).map((type) => ({
    name: `settings of a ${type} course`,
    as: 'instructor' as const,
    open: (page: Page, api: ApiAs) => openTyped(page, api, type, 'teach'),
  })),
  {
    name: 'course with questions and sessions',
    as: 'instructor',
    open: (page, api) => openTyped(page, api, 'blended', 'see'),
  },
  { name: 'learners of a course', as: 'instructor', open: (page) => openTaught(page, 'Learners of') },
  { name: 'new course', as: 'instructor', open: (page) => page.goto('/teach/courses/new') },
  { name: 'one learner of an instructor', as: 'instructor', open: openLearner },
]

async function openCourse(page: Page) {
  await page.goto('/courses')
  await follow(page, page.getByRole('list', { name: 'Catalogue' }).getByRole('link').first())
}

async function openInstructors(page: Page) {
  await page.goto('/instructors')
  await page.getByRole('list', { name: 'Instructors' }).waitFor()
}

async function openInstructor(page: Page) {
  await openInstructors(page)
  await follow(page, page.getByRole('list', { name: 'Instructors' }).getByRole('link').first())
  await page.reload() // its own layout shifts are counted
}

async function openLearner(page: Page) {
  await page.goto('/teach/learners')
  await follow(page, page.getByRole('table').getByRole('link').first())
  await page.reload() // its own layout shifts are counted
}

async function openCertificates(page: Page, api: ApiAs) {
  const { courseId } = await (await api('instructor')).demoVideo()
  await page.goto(`/teach/courses/${courseId}/certificates`)
  await expect(page.getByRole('button', { name: 'Edit rule' })).toBeVisible()
}

async function openTemplates(page: Page) {
  await page.goto('/admin/certificate-templates')
  await expect(page.getByRole('img', { name: 'What certificates on' }).first()).toBeVisible()
}

async function openDesigner(page: Page) {
  await openTemplates(page)
  await page.getByRole('list', { name: 'Certificate templates' }).getByRole('link').first().click()
  await page.getByRole('list', { name: 'Elements' }).getByRole('button', { name: 'Name of the learner' }).click()
  await expect(page.getByRole('img', { name: 'Preview of the certificate' })).toBeVisible()
}

async function openComments(page: Page, api: ApiAs) {
  const { courseId } = await (await api('instructor')).demoVideo()
  await page.goto(`/teach/courses/${courseId}/comments?show=all`)
  await expect(page.getByRole('list', { name: 'Comments' })).toBeVisible()
}

/** The demo's video, in its course. */
async function openLesson(page: Page, api: ApiAs) {
  const { courseId, videoId } = await (await api('instructor')).demoVideo()
  await page.goto(`/learn/${courseId}/${videoId}`)
  await loadPlayer(page)
  await expect(page.locator('media-controller')).toBeVisible()
}

/** Progress in a course of one lesson that the demo's student has begun. */
async function openProgress(page: Page, api: ApiAs, as: 'student' | 'instructor') {
  const id = await learned(api)
  await page.goto(as === 'student' ? `/progress/${id}` : `/teach/courses/${id}/learners`)
  await expect(page.getByRole('table', { name: 'Lessons' })).toBeVisible()
}

async function openStudent(page: Page, api: ApiAs) {
  await openProgress(page, api, 'instructor')
  await page.getByRole('table', { name: 'Learners' }).getByRole('link').click()
  await expect(page.getByText('Minutes per week')).toBeVisible()
}

/** The summary of a course of one lesson that the demo's student has completed. */
async function openCompleted(page: Page, api: ApiAs) {
  const id = await learned(api, { type: 'done', value: 0 })
  await page.goto(`/learn/${id}/completed`)
  await expect(page.getByRole('heading', { level: 1, name: 'Course completed' })).toBeVisible()
}

async function learned(api: ApiAs, done = { type: 'time', value: 300 }) {
  const teacher = await api('instructor')
  const course = { title: 'Keeping wasps', category: 'Nature', course_type: 'free' }
  const { id } = await teacher.send<Schema<'Course'>>('post', '/courses/create', course)
  const curriculum = `/curriculum/course/${id}`
  const section = await teacher.send<Schema<'OutlineEntry'>>('post', `${curriculum}/sections`, { title: 'Basics' })
  const text = { type: 'text', title: 'What wasps do', content: { html: '<p>They hunt.</p>' } }
  const lesson = await teacher.send<Schema<'LessonEntry'>>('post', `${curriculum}/sections/${section.id}/lessons`, text)
  await teacher.send('post', `${curriculum}/publish`, {})
  await teacher.send('patch', `/courses/toggle-status/${id}`, {})
  const student = await api('student')
  await student.send('post', `/courses/${id}/enroll`, {})
  await teacher.send('patch', `/courses/toggle-status/${id}`, {}) // other journeys count the courses in the catalogue
  const at = new Date().toISOString()
  const event = { id: crypto.randomUUID(), courseId: id, lessonId: lesson.id, at, ...done }
  await student.send('post', '/progress/events', { events: [event] })
  return id
}

/** A page of the workspace of the demo's course. */
async function openDemoCourse(page: Page, api: ApiAs, show: 'questions' | 'submissions' | 'results' | 'videos' | '') {
  const { courseId } = await (await api('instructor')).demoVideo()
  await page.goto(`/teach/courses/${courseId}/${show}`)
}

/** A curriculum with a text in a section of a week. */
async function openCurriculum(page: Page, api: ApiAs, show: 'curriculum' | 'preview') {
  const teacher = await api('instructor')
  const course = { title: 'Beekeeping', category: 'Nature', course_type: 'free' }
  const { id } = await teacher.send<Schema<'Course'>>('post', '/courses/create', course)
  const sections = `/curriculum/course/${id}/sections`
  const week = await teacher.send<Schema<'OutlineEntry'>>('post', sections, { title: 'Week 1', kind: 'week' })
  const section = await teacher.send<Schema<'OutlineEntry'>>('post', sections, { title: 'Basics', parent_id: week.id })
  const text = { type: 'text', title: 'What bees do', content: { html: '<p>They dance.</p>' } }
  const lesson = await teacher.send<Schema<'LessonEntry'>>('post', `${sections}/${section.id}/lessons`, text)
  await page.goto(`/teach/courses/${id}/${show}?lesson=${lesson.id}`)
  await expect(page.getByText('They dance.')).toBeVisible()
}

async function openDrawer(page: Page, api: ApiAs, tab: string) {
  const { videoId } = await (await api('instructor')).demoVideo()
  await page.goto(`/teach/videos?video=${videoId}&tab=${tab}`)
  await expect(page.getByRole('dialog').getByRole('tab', { selected: true })).toBeVisible()
}

/** A page about the first course that the visitor teaches. */
async function openTaught(page: Page, what: string) {
  await page.goto('/teach')
  await follow(page, page.getByRole('link', { name: new RegExp(`^${what} `) }).first())
}

/** A tab of the settings of a live course with a price. */
async function openSettings(page: Page, api: ApiAs, tab: string) {
  const teacher = await api('instructor')
  const price = { currency: 'EUR', individual: 40000, batch: 12000, min_batch_size: 2, max_batch_size: 10 }
  const prices = [{ ...price, early_bird_discount: 10, group_discount: 5, is_active: true }]
  const course = { title: 'Beekeeping, live', category: 'Nature', course_type: 'live', prices }
  const { id } = await teacher.send<Schema<'Course'>>('post', '/courses/create', course)
  await page.goto(`/teach/courses/${id}/settings?tab=${tab}`)
}

/** A course of a type with the extras of that type: its editor, or its page. */
async function openTyped(page: Page, api: ApiAs, type: 'blended' | 'live' | 'free', what: 'teach' | 'see') {
  const teacher = await api('instructor')
  const times = { start_time: '18:00', end_time: '19:30' }
  const extras = {
    blended: { doubt_schedule: { timezone: 'Asia/Kolkata', slots: [{ weekday: 3, ...times }] } },
    live: { schedule: { timezone: 'Asia/Kolkata', entries: [{ date: '2090-10-01', ...times, title: 'Deadlines' }] } },
    free: { access: { access_type: 'by_date', access_until: '2090-01-01T00:00:00Z' } },
  }
  const course = { title: `Beekeeping, ${type}`, category: 'Nature', course_type: type, ...extras[type] }
  const { id } = await teacher.send<Schema<'Course'>>('post', '/tcourse', course)
  if (type === 'blended') {
    const date = { teach: '2090-10-01', see: '2090-10-02' }[what] // an instructor is in one session at a time
    const session = { date, ...times, title: 'Stings', timezone: 'Asia/Kolkata' }
    await teacher.send('post', `/tcourse/blended/${id}/doubt-session`, session)
  }
  if (what === 'see') await teacher.send('patch', `/courses/toggle-status/${id}`) // the page of a draft answers 404
  const tab = type === 'free' ? 'access' : 'schedule'
  await page.goto(what === 'teach' ? `/teach/courses/${id}/settings?tab=${tab}` : `/courses/${id}`)
  await expect(
    page.getByText({ blended: /Stings: /, live: /^Session 1$/, free: 'Archive and delete' }[type]),
  ).toBeVisible()
}
