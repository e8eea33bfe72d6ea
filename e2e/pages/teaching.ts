// Pages of batches, sessions, calendars, announcements and demo classes.
import { expect, type Page } from '@playwright/test'

import type { Schema } from '../api'
import type { ApiAs } from '../fixtures'
import type { AppPage } from './app-page'

export const teaching: AppPage[] = [
  { name: 'booking of a demo class', open: (page) => page.goto('/demo') },
  { name: 'demo class without a link', open: (page) => page.goto('/demo/manage') },
  { name: 'announcements', as: 'student', open: (page) => page.goto('/announcements') },
  { name: 'one announcement', as: 'student', open: openAnnouncement },
  { name: 'one announcement with its readers', as: 'admin', open: openAnnouncement },
  { name: 'announcements of administrators', as: 'admin', open: (page) => page.goto('/admin/announcements') },
  { name: 'reach of announcements', as: 'admin', open: (page) => page.goto('/admin/announcements/figures') },
  { name: 'classrooms', as: 'admin', open: (page) => page.goto('/admin/classrooms') },
  { name: 'holidays', as: 'admin', open: (page) => page.goto('/admin/holidays') },
  { name: 'announcements of instructors', as: 'instructor', open: (page) => page.goto('/teach/announcements') },
  { name: 'batches of an instructor', as: 'instructor', open: (page) => page.goto('/teach/batches') },
  { name: 'demo classes of an instructor', as: 'instructor', open: (page) => page.goto('/teach/demos') },
  { name: 'availability of an instructor', as: 'instructor', open: (page) => page.goto('/teach/availability') },
  { name: 'demo classes of administrators', as: 'admin', open: (page) => page.goto('/admin/demos') },
  { name: 'workload and capacity', as: 'admin', open: (page) => page.goto('/teach/batches/workload') },
  { name: 'a new batch', as: 'instructor', open: (page) => page.goto('/teach/batches/new') },
  { name: 'one batch, to its instructor', as: 'instructor', open: openTaughtBatch },
  { name: 'one batch, to a visitor', open: openBatch },
  { name: 'one session, to its instructor', as: 'instructor', open: openSession },
  { name: 'a session with a guest, to an administrator', as: 'admin', open: openSessionWithGuest },
  { name: 'the room of a session', as: 'instructor', open: openRoom },
  { name: 'batches of a course', as: 'instructor', open: openBatches },
  { name: 'new announcement', as: 'admin', open: (page) => page.goto('/announcements/new') },
  { name: 'calendar of a student', as: 'student', open: (page) => page.goto('/calendar') },
  { name: 'month of an instructor', as: 'instructor', open: (page) => page.goto('/calendar?view=month') },
  { name: 'day by instructor', as: 'admin', open: (page) => page.goto('/calendar?view=day&by=instructor') },
  { name: 'day by classroom', as: 'instructor', open: (page) => page.goto('/calendar?view=day&by=room') },
  { name: 'meetings', as: 'instructor', open: (page) => page.goto('/meetings') },
  { name: 'the room of a meeting', as: 'instructor', open: openMeetingRoom },
  { name: 'calendar of the school', as: 'admin', open: (page) => page.goto('/calendar?view=agenda') },
  { name: 'availability of an instructor, to an administrator', as: 'admin', open: openAvailabilityOf },
  { name: 'meeting servers', as: 'admin', open: (page) => page.goto('/admin/meetings') },
  { name: 'recordings', as: 'student', open: (page) => page.goto('/recordings') },
  { name: 'new batch of a course', as: 'instructor', open: openNewBatch },
  { name: 'editor of an announcement', as: 'admin', open: openAnnouncementEditor },
  {
    name: 'feedback on demo classes of an instructor',
    as: 'instructor',
    open: (page) => page.goto('/teach/demos/feedback'),
  },
  {
    name: 'feedback on demo classes of administrators',
    as: 'admin',
    open: (page) => page.goto('/admin/demos/feedback'),
  },
]

async function openTaughtBatch(page: Page) {
  await page.goto('/teach/batches')
  await page.getByRole('link', { name: 'Small group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Small group' })).toBeVisible()
  await page.reload() // its own layout shifts are counted
}

async function openSession(page: Page) {
  await openTaughtBatch(page)
  await page.getByRole('list', { name: 'Sessions' }).getByRole('link').first().click()
  await expect(page.getByRole('table', { name: 'Attendance' })).toBeVisible()
  await page.reload() // its own layout shifts are counted
}

/** The first session of the group in which a learner of another group makes up theirs. */
async function openSessionWithGuest(page: Page, api: ApiAs) {
  const admin = await api('admin')
  const [found] = await admin.get<Schema<'Batch'>[]>('/batches?search=December%20group')
  const batch = await admin.get<Schema<'Batch'>>(`/batches/${found?.id}`)
  await page.goto(`/sessions/${batch.schedule?.[0]?.id}`)
  await expect(page.getByText('From “November group”')).toBeVisible()
}

async function openRoom(page: Page) {
  await openSession(page)
  await page.getByRole('button', { name: /^(Join|Start) session$/ }).click()
  await expect(page.getByText('1 person is here')).toBeVisible()
}

/** The built-in room of a meeting, which its instructor enters at any time. */
async function openMeetingRoom(page: Page, api: ApiAs) {
  const instructor = await api('instructor')
  const { courseId } = await instructor.demoVideo()
  const times = { date: '2090-10-03', start_time: '09:00', end_time: '10:00', timezone: 'Asia/Kolkata' }
  const meeting = { title: 'Office hours', ...times, audience: `course:${courseId}`, provider: 'built_in' }
  const { id } = await instructor.send<Schema<'MeetingDetails'>>('post', '/online-meetings/create', meeting)
  await page.goto(`/meetings/${id}`)
  await page.getByRole('button', { name: 'Join meeting' }).click()
  await expect(page.getByText('1 person is here')).toBeVisible()
}

async function openBatch(page: Page) {
  await page.goto('/courses?search=storyboard')
  await page.getByRole('list', { name: 'Catalogue' }).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Small group' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Small group' })).toBeVisible()
  await page.reload() // its own layout shifts are counted
}

async function openBatches(page: Page, api: ApiAs) {
  const { courseId } = await (await api('instructor')).demoVideo()
  await page.goto(`/teach/courses/${courseId}/batches`)
  await expect(page.getByRole('heading', { level: 1, name: 'Batches' })).toBeVisible()
}

async function openNewBatch(page: Page, api: ApiAs) {
  const { courseId } = await (await api('instructor')).demoVideo()
  await page.goto(`/teach/courses/${courseId}/batches/new`)
}

async function openAnnouncementEditor(page: Page) {
  await openAnnouncement(page)
  await page.goto(`${page.url()}/edit`)
}

async function openAvailabilityOf(page: Page, api: ApiAs) {
  const [user] = await (await api('admin')).get<Schema<'UserRow'>[]>('/users?role=instructor')
  await page.goto(`/admin/users/${user?.id}/availability`)
}

async function openAnnouncement(page: Page) {
  await page.goto('/announcements')
  await page.getByRole('link', { name: 'Welcome to the new term' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome to the new term' }).waitFor()
  await page.reload() // its own layout shifts are counted
}
