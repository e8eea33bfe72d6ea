// Checks every page once: for accessibility in both colour schemes, for fitting a phone, and for content that moves while it loads.
import type { Locator, Page } from '@playwright/test'

import type { Role } from '../accounts'
import type { Schema } from '../api'
import { expectAccessible, expectFitsPhone, expectLoaded } from '../assertions'
import { type ApiAs, test as base, expect } from '../fixtures'
import { expectLittleShift, recordLayoutShifts } from '../layout-shift'

type Open = (page: Page, api: ApiAs) => Promise<unknown>

/** One page per role, and one for visitors: a new one would start another process and compile the app again. */
const test = base.extend<object, { pageOf: (role: Role | 'visitor') => Promise<Page> }>({
  pageOf: [
    async ({ browser, demo, sessions }, use) => {
      const pages = new Map<Role | 'visitor', Page>()
      await use(async (role) => {
        const known = pages.get(role)
        if (known) return asNew(known)
        const signedIn = role === 'visitor' ? {} : { storageState: await sessions.take(role) }
        const context = await browser.newContext({ baseURL: demo.url, ...signedIn })
        const page = await context.newPage()
        await recordLayoutShifts(page)
        pages.set(role, page)
        return page
      })
      for (const page of pages.values()) await page.context().close()
    },
    { scope: 'worker' },
  ],
})
test.describe.configure({ mode: 'parallel' })

/** Every page of the app, as its users see it. `missing`: how many responses the browser reports as a 404 each time, the page itself and what it requests. */
const pages: { name: string; as?: Role; open: Open; missing?: 1 | 2 }[] = [
  { name: 'home page of a visitor', open: (page) => page.goto('/') },
  { name: 'catalogue', open: (page) => page.goto('/courses') },
  { name: 'catalogue without a match', open: (page) => page.goto('/courses?search=nothing-is-called-so') },
  { name: 'course, to a visitor', open: openCourse },
  { name: 'instructors', open: openInstructors },
  { name: 'one instructor', open: openInstructor },
  { name: 'sign in', open: (page) => page.goto('/sign-in') },
  { name: 'register', open: (page) => page.goto('/register') },
  { name: 'forgotten password', open: (page) => page.goto('/forgot-password') },
  { name: 'privacy policy that nobody has published', open: (page) => page.goto('/privacy'), missing: 2 },
  ...(
    [
      'complete-registration',
      'confirm-email',
      'undo-email',
      'verify-email',
      'reset-password',
      'unlock',
      'join',
    ] as const
  ).map((path) => ({ name: `${path} without a link`, open: (page: Page) => page.goto(`/${path}`) })),
  { name: 'not found', open: (page) => page.goto('/no/such/page'), missing: 1 },
  { name: 'booking of a demo class', open: (page) => page.goto('/demo') },
  { name: 'feedback', open: (page) => page.goto('/feedback') },
  { name: 'proposal without a link', open: (page) => page.goto('/proposal') },
  { name: 'newsletter', open: (page) => page.goto('/newsletter') },
  { name: 'newsletter settings without a link', open: (page) => page.goto('/newsletter/preferences') },
  { name: 'new complaint', open: (page) => page.goto('/complaints/new') },
  { name: 'contact', open: (page) => page.goto('/contact') },
  { name: 'training for companies', open: (page) => page.goto('/corporate-training') },
  { name: 'check of a certificate', open: (page) => page.goto('/verify') },
  { name: 'demo class without a link', open: (page) => page.goto('/demo/manage') },
  { name: 'unsubscribe without a link', open: (page) => page.goto('/unsubscribe') },
  { name: 'notifications', as: 'student', open: (page) => page.goto('/notifications') },
  { name: 'announcements', as: 'student', open: (page) => page.goto('/announcements') },
  { name: 'one announcement', as: 'student', open: openAnnouncement },
  { name: 'one announcement with its readers', as: 'admin', open: openAnnouncement },
  { name: 'announcements of administrators', as: 'admin', open: (page) => page.goto('/admin/announcements') },
  { name: 'reach of announcements', as: 'admin', open: (page) => page.goto('/admin/announcements/figures') },
  { name: 'companies', as: 'admin', open: (page) => page.goto('/admin/companies') },
  { name: 'invitation of a company without a link', open: (page) => page.goto('/join-company') },
  { name: 'holidays', as: 'admin', open: (page) => page.goto('/admin/holidays') },
  { name: 'announcements of instructors', as: 'instructor', open: (page) => page.goto('/teach/announcements') },
  { name: 'batches of an instructor', as: 'instructor', open: (page) => page.goto('/teach/batches') },
  { name: 'learners of an instructor', as: 'instructor', open: (page) => page.goto('/teach/learners') },
  { name: 'demo classes of an instructor', as: 'instructor', open: (page) => page.goto('/teach/demos') },
  { name: 'availability of an instructor', as: 'instructor', open: (page) => page.goto('/teach/availability') },
  { name: 'demo classes of administrators', as: 'admin', open: (page) => page.goto('/admin/demos') },
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
  { name: 'workload and capacity', as: 'admin', open: (page) => page.goto('/teach/batches/workload') },
  { name: 'a new batch', as: 'instructor', open: (page) => page.goto('/teach/batches/new') },
  { name: 'one batch, to its instructor', as: 'instructor', open: openTaughtBatch },
  { name: 'one batch, to a visitor', open: openBatch },
  { name: 'one session, to its instructor', as: 'instructor', open: openSession },
  { name: 'the room of a session', as: 'instructor', open: openRoom },
  { name: 'batches of a course', as: 'instructor', open: openBatches },
  { name: 'comments of a course', as: 'instructor', open: openComments },
  { name: 'certificates of a course', as: 'instructor', open: openCertificates },
  { name: 'new announcement', as: 'admin', open: (page) => page.goto('/announcements/new') },
  { name: 'notification settings', as: 'admin', open: (page) => page.goto('/settings/notifications') },
  { name: 'calendar of a student', as: 'student', open: (page) => page.goto('/calendar') },
  { name: 'month of an instructor', as: 'instructor', open: (page) => page.goto('/calendar?view=month') },
  { name: 'meetings', as: 'instructor', open: (page) => page.goto('/meetings') },
  { name: 'calendar of the school', as: 'admin', open: (page) => page.goto('/calendar?view=agenda') },
  { name: 'home of a student', as: 'student', open: (page) => page.goto('/app') },
  { name: 'my learning', as: 'student', open: (page) => page.goto('/app/courses') },
  { name: 'own certificates', as: 'student', open: (page) => page.goto('/app/certificates') },
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
  { name: 'own profile', as: 'student', open: (page) => page.goto('/settings/profile') },
  { name: 'settings, their start', as: 'student', open: (page) => page.goto('/settings') },
  { name: 'page for another role', as: 'student', open: (page) => page.goto('/admin') },
  { name: 'own payments', as: 'student', open: (page) => page.goto('/settings/payments') },
  { name: 'own sign-in security', as: 'student', open: (page) => page.goto('/settings/security') },
  { name: 'own data', as: 'student', open: (page) => page.goto('/settings/data') },
  { name: 'video library', as: 'instructor', open: (page) => page.goto('/teach/videos') },
  ...(['details', 'captions', 'analytics', 'log'] as const).map((tab) => ({
    name: `${tab} of a video`,
    as: 'instructor' as const,
    open: (page: Page, api: ApiAs) => openDrawer(page, api, tab),
  })),
  { name: 'own applications', as: 'student', open: (page) => page.goto('/applications') },
  { name: 'administration', as: 'admin', open: (page) => page.goto('/admin') },
  { name: 'import of users', as: 'admin', open: (page) => page.goto('/admin/users/import') },
  { name: 'bulk changes of users', as: 'admin', open: (page) => page.goto('/admin/users/bulk') },
  { name: 'users', as: 'admin', open: (page) => page.goto('/admin/users') },
  ...(['overview', 'edit', 'roles', 'sessions', 'activity', 'security', 'enrolments'] as const).map((tab) => ({
    name: `${tab} of a user`,
    as: 'admin' as const,
    open: (page: Page, api: ApiAs) => openUser(page, api, tab),
  })),
  { name: 'availability of an instructor, to an administrator', as: 'admin', open: openAvailabilityOf },
  { name: 'coupons', as: 'admin', open: (page) => page.goto('/admin/coupons') },
  { name: 'invitations', as: 'admin', open: (page) => page.goto('/admin/invitations') },
  { name: 'applications', as: 'admin', open: (page) => page.goto('/admin/applications') },
  ...(['categories', 'currencies', 'home'] as const).map((tab) => ({
    name: `${tab} of the catalogue`,
    as: 'admin' as const,
    open: (page: Page) => page.goto(`/admin/catalogue?tab=${tab}`),
  })),
  { name: 'feedback on the site', as: 'admin', open: (page) => page.goto('/admin/feedback') },
  { name: 'newsletter campaigns', as: 'admin', open: (page) => page.goto('/admin/newsletter') },
  { name: 'draft of a campaign', as: 'admin', open: openCampaign },
  { name: 'newsletter subscribers', as: 'admin', open: (page) => page.goto('/admin/newsletter/subscribers') },
  { name: 'complaints', as: 'admin', open: (page) => page.goto('/admin/complaints') },
  { name: 'a complaint', as: 'admin', open: openComplaint },
  { name: 'leads', as: 'admin', open: (page) => page.goto('/admin/leads') },
  { name: 'one lead', as: 'admin', open: openLead },
  { name: 'orders', as: 'admin', open: (page) => page.goto('/admin/orders') },
  { name: 'sign-in security of the school', as: 'admin', open: (page) => page.goto('/admin/security') },
  { name: 'lockouts', as: 'admin', open: (page) => page.goto('/admin/lockouts') },
  ...(['school', 'accounts', 'website', 'sales'] as const).map((tab) => ({
    name: `${tab} settings`,
    as: 'admin' as const,
    open: (page: Page) => page.goto(`/admin/settings?tab=${tab}`),
  })),
  { name: 'terms and privacy', as: 'admin', open: (page) => page.goto('/admin/terms') },
  { name: 'terms that nobody has published', open: (page) => page.goto('/terms'), missing: 2 },
  { name: 'audit log', as: 'admin', open: (page) => page.goto('/admin/audit') },
  { name: 'security log', as: 'admin', open: (page) => page.goto('/admin/security-log') },
  { name: 'comments to approve', as: 'admin', open: (page) => page.goto('/admin/comments') },
  { name: 'reported reviews', as: 'admin', open: (page) => page.goto('/admin/reviews') },
  { name: 'meeting servers', as: 'admin', open: (page) => page.goto('/admin/meetings') },
  { name: 'mail', as: 'admin', open: (page) => page.goto('/admin/mail') },
  { name: 'curriculum builder', as: 'instructor', open: (page, api) => openCurriculum(page, api, 'curriculum') },
  { name: 'preview of a curriculum', as: 'instructor', open: (page, api) => openCurriculum(page, api, 'preview') },
  { name: 'quiz results of a course', as: 'instructor', open: (page, api) => openDemoCourse(page, api, 'results') },
  { name: 'questions of a course', as: 'instructor', open: (page, api) => openDemoCourse(page, api, 'questions') },
  { name: 'submissions of a course', as: 'instructor', open: (page, api) => openDemoCourse(page, api, 'submissions') },
  { name: 'blog', open: (page) => page.goto('/blog') },
  { name: 'post', open: (page) => page.goto('/blog/how-to-read-your-first-balance-sheet') },
  { name: 'posts that one writes', as: 'instructor', open: (page) => page.goto('/teach/blog') },
  { name: 'preview of a draft', open: openPreview },
  { name: 'media library', as: 'instructor', open: (page) => page.goto('/teach/media') },
  { name: 'post editor', as: 'instructor', open: openPostEditor },
  { name: 'saved courses', as: 'student', open: (page) => page.goto('/app/courses?show=saved') },
  { name: 'recordings', as: 'student', open: (page) => page.goto('/recordings') },
  { name: 'courses that one teaches', as: 'instructor', open: (page) => page.goto('/teach') },
  { name: 'company', as: 'corporate', open: (page) => page.goto('/company') },
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
  { name: 'new batch of a course', as: 'instructor', open: openNewBatch },
  { name: 'one learner of an instructor', as: 'instructor', open: openLearner },
  { name: 'editor of an announcement', as: 'admin', open: openAnnouncementEditor },
  { name: 'checkout', as: 'student', open: openCheckout },
  { name: 'payment at the test provider', as: 'corporate', open: openTestPayment },
  { name: 'setup of what has been set up', open: (page) => page.goto('/setup') },
  { name: 'connecting accounts without one', as: 'student', open: (page) => page.goto('/oauth/link') },
  { name: 'sign-in that a provider has refused', open: (page) => page.goto('/oauth/callback/x?error=access_denied') },
]

for (const { name, as, open, missing = 0 } of pages) {
  test(`${name}: accessible in light and dark, fits a phone, and loads without moving`, async ({ pageOf, api }) => {
    const page = await pageOf(as ?? 'visitor')
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))

    await open(page, api)
    await expect(page.locator('h1')).toBeVisible()
    await expectLoaded(page)
    await expectLittleShift(page)
    await expectAccessible(page)
    await expectFitsPhone(page)
    await expectFitsPhone(page, 320)
    await reloadOnPhone(page)
    await expectLittleShift(page)
    expect(complaints, 'what the browser console complains about').toEqual(Array(loads * missing).fill(notFound))
  })
}

const loads = 2 // on a desktop, then on a phone

const notFound = 'Failed to load resource: the server responded with a status of 404 (Not Found)'

async function reloadOnPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.locator('h1')).toBeVisible()
  await expectLoaded(page)
}

/** The page as a newly opened one would be. A failed test ends its worker, so only tests that passed have used the page. */
async function asNew(page: Page) {
  page.removeAllListeners()
  await page.goto('about:blank')
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  return page
}

/** Follows a link and waits for the heading of the page it leads to: until then the old page stays, with a heading too. */
async function follow(page: Page, link: Locator) {
  const heading = page.locator('h1')
  const before = await heading.innerText()
  await link.click()
  await expect(heading).not.toHaveText(before)
  await expect(heading).toBeVisible()
}

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

async function openLead(page: Page) {
  await page.goto('/admin/leads')
  await page.getByRole('link', { name: 'Henrik Olsen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Henrik Olsen' })).toBeVisible()
  await page.reload() // its own layout shifts are counted
}

async function openCampaign(page: Page) {
  await page.goto('/admin/newsletter')
  await page.getByRole('link', { name: 'What our learners read in winter' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What our learners read in winter' })).toBeVisible()
  await page.reload() // its own layout shifts are counted
}

async function openComplaint(page: Page) {
  await page.goto('/admin/complaints')
  await page.getByRole('link', { name: 'I was charged twice' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'I was charged twice' })).toBeVisible()
  await page.reload() // its own layout shifts are counted
}

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

async function openRoom(page: Page) {
  await openSession(page)
  await page.getByRole('button', { name: /^(Join|Start) session$/ }).click()
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

async function openLearner(page: Page) {
  await page.goto('/teach/learners')
  await follow(page, page.getByRole('table').getByRole('link').first())
  await page.reload() // its own layout shifts are counted
}

async function openAnnouncementEditor(page: Page) {
  await openAnnouncement(page)
  await page.goto(`${page.url()}/edit`)
}

async function openCheckout(page: Page, api: ApiAs) {
  const [course] = await (await api('student')).get<Schema<'Course'>[]>('/courses/get?search=negotiation')
  await page.goto(`/checkout?course=${course?.id}&currency=EUR`)
}

async function openTestPayment(page: Page, api: ApiAs) {
  const buyer = await api('corporate')
  const [course] = await buyer.get<Schema<'Course'>[]>('/courses/get?search=negotiation')
  const cart = { currency: 'EUR', lines: [{ course_id: course?.id }] }
  const { digest } = await buyer.send<Schema<'Quote'>>('post', '/payments/quote', cart)
  const order = { ...cart, digest, cart_key: crypto.randomUUID(), billing: { name: 'Company' } }
  const { id } = await buyer.send<Schema<'Order'>>('post', '/payments/orders', order)
  const attempts = `/payments/orders/${id}/attempts`
  const { redirect_url: address } = await buyer.send<Schema<'Attempt'>>('post', attempts, { provider: 'test' })
  await page.goto(address)
}

async function openCertificates(page: Page, api: ApiAs) {
  const { courseId } = await (await api('instructor')).demoVideo()
  await page.goto(`/teach/courses/${courseId}/certificates`)
  await expect(page.getByRole('button', { name: 'Edit rule' })).toBeVisible()
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

async function openUser(page: Page, api: ApiAs, tab: string) {
  const [user] = await (await api('admin')).get<Schema<'UserRow'>[]>('/users?search=mina')
  await page.goto(`/admin/users/${user?.id}?tab=${tab}`)
}

async function openAvailabilityOf(page: Page, api: ApiAs) {
  const [user] = await (await api('admin')).get<Schema<'UserRow'>[]>('/users?role=instructor')
  await page.goto(`/admin/users/${user?.id}/availability`)
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
    const session = { date: '2090-10-01', ...times, title: 'Stings', timezone: 'Asia/Kolkata' }
    await teacher.send('post', `/tcourse/blended/${id}/doubt-session`, session)
  }
  if (what === 'see') await teacher.send('patch', `/courses/toggle-status/${id}`) // the page of a draft answers 404
  const tab = type === 'free' ? 'access' : 'schedule'
  await page.goto(what === 'teach' ? `/teach/courses/${id}/settings?tab=${tab}` : `/courses/${id}`)
  await expect(
    page.getByText({ blended: /Stings: /, live: /^Session 1$/, free: 'Archive and delete' }[type]),
  ).toBeVisible()
}

async function openPreview(page: Page, api: ApiAs) {
  const instructor = await api('instructor')
  const [post] = await instructor.get<Schema<'PostDraft'>[]>('/blogs/manage')
  const { path } = await instructor.send<Schema<'PreviewLink'>>('post', `/blogs/${post?.id}/preview-link`)
  await page.goto(path)
}

async function openPostEditor(page: Page, api: ApiAs) {
  const [post] = await (await api('instructor')).get<Schema<'PostDraft'>[]>('/blogs/manage')
  await page.goto(`/teach/blog/${post?.id}`)
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeVisible()
}

async function openAnnouncement(page: Page) {
  await page.goto('/announcements')
  await page.getByRole('link', { name: 'Welcome to the new term' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome to the new term' }).waitFor()
  await page.reload() // its own layout shifts are counted
}
