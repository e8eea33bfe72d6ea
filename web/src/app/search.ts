// The search parameters of pages, parsed leniently, so that an old or mistyped link still shows the page. Invalid
// parameters are undefined instead of left out: the router would let the original value through.

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

const pageNumber = (value: unknown) => (Number.isInteger(value) && Number(value) > 1 ? Number(value) : undefined)

const oneOf = <T extends string>(choices: readonly T[], value: unknown) => choices.find((choice) => choice === value)

type Raw = Record<string, unknown>
type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** Removes parameters that are undefined. */
export function given<T extends Raw>(search: T): Given<T> {
  const kept: Given<T> = {}
  for (const key in search) {
    const value = search[key]
    if (value !== undefined && value !== '') Object.assign(kept, { [key]: value })
  }
  return kept
}

/** Where to go after signing in: a URL within this application only. */
export const signInSearch = (raw: Raw): { next?: string | undefined } => {
  const next = text(raw.next)
  return { next: next && /^\/(?![/\\])/.test(next) ? next : undefined }
}

/** The page where an identity of a provider waits to be linked once its owner has signed in. */
export const linkPage = '/oauth/link'

const statuses = ['pending', 'uploading', 'processing', 'completed', 'failed', 'cancelled'] as const
const tabs = ['details', 'chapters', 'captions', 'analytics', 'log'] as const

type VideosSearch = {
  search?: string | undefined
  status?: (typeof statuses)[number] | undefined
  courseId?: string | undefined
  page?: number | undefined
  video?: string | undefined
  tab?: (typeof tabs)[number] | undefined
}

export const videosSearch = (raw: Raw): VideosSearch => ({
  search: text(raw.search),
  status: oneOf(statuses, raw.status),
  courseId: text(raw.courseId),
  page: pageNumber(raw.page),
  video: text(raw.video),
  tab: oneOf(tabs, raw.tab),
})

/** An older version of a legal document. */
export const versionSearch = (raw: Raw): { version?: number | undefined } => ({
  version: Number.isInteger(raw.version) && Number(raw.version) > 0 ? Number(raw.version) : undefined,
})

type PageSearch = { page?: number | undefined }

export const pageSearch = (raw: Raw): PageSearch => ({ page: pageNumber(raw.page) })

const spans = [7, 30, 90] as const

type LockoutsSearch = PageSearch & { days?: (typeof spans)[number] | undefined }

export const lockoutsSearch = (raw: Raw): LockoutsSearch => ({
  page: pageNumber(raw.page),
  days: spans.find((days) => days === raw.days),
})

const verdicts = ['pending', 'approved', 'rejected'] as const

type ApplicationsSearch = PageSearch & { status?: (typeof verdicts)[number] | undefined }

export const applicationsSearch = (raw: Raw): ApplicationsSearch => ({
  page: pageNumber(raw.page),
  status: oneOf(verdicts, raw.status),
})

type MailSearch = PageSearch & { email?: string | undefined }

export const mailSearch = (raw: Raw): MailSearch => ({ page: pageNumber(raw.page), email: text(raw.email) })

const newsGroups = [
  'security',
  'account',
  'announcements',
  'courses',
  'certificates',
  'goals',
  'videos',
  'blog',
  'administration',
] as const

type NotificationsSearch = { unread?: true | undefined; group?: (typeof newsGroups)[number] | undefined }

export const notificationsSearch = (raw: Raw): NotificationsSearch => ({
  unread: raw.unread === true ? true : undefined,
  group: oneOf(newsGroups, raw.group),
})

type WaitingSearch = { course?: string | undefined }

export const waitingSearch = (raw: Raw): WaitingSearch => ({ course: text(raw.course) })

const day = (value: unknown) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value : undefined)

type AuditSearch = { [K in 'actor' | 'target' | 'action' | 'from' | 'to']?: string | undefined }

export const auditSearch = (raw: Raw): AuditSearch => ({
  actor: text(raw.actor),
  target: text(raw.target),
  action: text(raw.action),
  from: day(raw.from),
  to: day(raw.to),
})

type SecurityLogSearch = { [K in 'search' | 'kind' | 'network' | 'from' | 'to']?: string | undefined }

export const securityLogSearch = (raw: Raw): SecurityLogSearch => ({
  search: text(raw.search),
  kind: text(raw.kind),
  network: text(raw.network),
  from: day(raw.from),
  to: day(raw.to),
})

const userTabs = ['overview', 'edit', 'contact', 'roles', 'sessions', 'activity', 'security', 'enrolments'] as const

type UserSearch = { tab?: (typeof userTabs)[number] | undefined }

export const userSearch = (raw: Raw): UserSearch => ({ tab: oneOf(userTabs, raw.tab) })

const catalogueTabs = ['categories', 'currencies', 'home'] as const

type CatalogueSettingsSearch = { tab?: (typeof catalogueTabs)[number] | undefined }

export const catalogueSettingsSearch = (raw: Raw): CatalogueSettingsSearch => ({ tab: oneOf(catalogueTabs, raw.tab) })

const schoolTabs = ['school', 'accounts', 'website', 'sales'] as const

type SchoolSettingsSearch = { tab?: (typeof schoolTabs)[number] | undefined }

export const schoolSettingsSearch = (raw: Raw): SchoolSettingsSearch => ({ tab: oneOf(schoolTabs, raw.tab) })

type LessonSearch = { lesson?: string | undefined }

export const lessonSearch = (raw: Raw): LessonSearch => ({ lesson: text(raw.lesson) })

const questionKinds = ['single', 'multiple', 'true_false', 'short', 'ordering', 'numeric'] as const

type QuestionsSearch = {
  search?: string | undefined
  tag?: string | undefined
  kind?: (typeof questionKinds)[number] | undefined
}

export const questionsSearch = (raw: Raw): QuestionsSearch => ({
  search: text(raw.search),
  tag: text(raw.tag),
  kind: oneOf(questionKinds, raw.kind),
})

const submissionStatuses = ['to_grade', 'late', 'graded', 'returned', 'missing'] as const
const submissionOrders = ['oldest', 'newest', 'score', '-score'] as const

type SubmissionsSearch = {
  status?: (typeof submissionStatuses)[number] | undefined
  submission?: string | undefined
  lesson?: string | undefined
  search?: string | undefined
  order?: (typeof submissionOrders)[number] | undefined
}

export const submissionsSearch = (raw: Raw): SubmissionsSearch => ({
  status: oneOf(submissionStatuses, raw.status),
  submission: text(raw.submission),
  lesson: text(raw.lesson),
  search: text(raw.search),
  order: oneOf(submissionOrders, raw.order),
})

type ResultsSearch = {
  lesson?: string | undefined
  show?: 'attempts' | 'missing' | undefined
  learner?: string | undefined
  sort?: 'percent' | '-percent' | undefined
  attempt?: string | undefined
}

export const resultsSearch = (raw: Raw): ResultsSearch => ({
  lesson: text(raw.lesson),
  show: oneOf(['attempts', 'missing'] as const, raw.show),
  learner: text(raw.learner),
  sort: oneOf(['percent', '-percent'] as const, raw.sort),
  attempt: text(raw.attempt),
})

const settingsTabs = ['details', 'page', 'pricing', 'access', 'team', 'schedule'] as const

type CourseSettingsSearch = { tab?: (typeof settingsTabs)[number] | undefined }

export const courseSettingsSearch = (raw: Raw): CourseSettingsSearch => ({ tab: oneOf(settingsTabs, raw.tab) })

/** The moment of a lesson's video at which to begin, in seconds. */
export const momentSearch = (raw: Raw): { t?: number | undefined } => ({
  t: typeof raw.t === 'number' && raw.t >= 0 ? raw.t : undefined,
})

/** Which reviews administrators see. */
export const reviewsSearch = (raw: Raw): { state?: 'reported' | 'hidden' | undefined } => ({
  state: oneOf(['reported', 'hidden'] as const, raw.state),
})

/** Which comments on posts administrators see. */
export const blogCommentsSearch = (raw: Raw) => ({
  queue: oneOf(['pending', 'reported', 'spam', 'rejected', 'published'] as const, raw.queue),
})

/** Which comments of a course its instructors see: those that await an answer, or all. */
export const commentsSearch = (raw: Raw): { show?: 'all' | undefined } => ({ show: oneOf(['all'] as const, raw.show) })

type ShownAnnouncementsSearch = PageSearch & { unread?: true | undefined }

export const shownAnnouncementsSearch = (raw: Raw): ShownAnnouncementsSearch => ({
  page: pageNumber(raw.page),
  unread: raw.unread === true ? true : undefined,
})

const announcementStatuses = ['draft', 'scheduled', 'published', 'expired', 'archived'] as const
const announcementTypes = ['general', 'course', 'batch', 'schedule_change', 'maintenance', 'payment', 'event'] as const
const announcementPriorities = ['low', 'medium', 'high', 'urgent'] as const

type ManagedAnnouncementsSearch = PageSearch & {
  search?: string | undefined
  status?: (typeof announcementStatuses)[number] | undefined
  type?: (typeof announcementTypes)[number] | undefined
  priority?: (typeof announcementPriorities)[number] | undefined
}

export const managedAnnouncementsSearch = (raw: Raw): ManagedAnnouncementsSearch => ({
  page: pageNumber(raw.page),
  search: text(raw.search),
  status: oneOf(announcementStatuses, raw.status),
  type: oneOf(announcementTypes, raw.type),
  priority: oneOf(announcementPriorities, raw.priority),
})

const calendarViews = ['week', 'month', 'day', 'agenda'] as const

type CalendarSearch = {
  view?: (typeof calendarViews)[number] | undefined
  day?: string | undefined
  people?: string[] | undefined
  course?: string | undefined
  kind?: 'session' | 'meeting' | 'doubt' | undefined
  room?: string | undefined
  by?: 'room' | 'instructor' | undefined
}

export const calendarSearch = (raw: Raw): CalendarSearch => ({
  view: oneOf(calendarViews, raw.view),
  day: day(raw.day),
  people: Array.isArray(raw.people) ? raw.people.flatMap((id) => text(id) ?? []).slice(0, 50) : undefined,
  course: text(raw.course),
  kind: oneOf(['session', 'meeting', 'doubt'], raw.kind),
  room: text(raw.room),
  by: oneOf(['room', 'instructor'], raw.by),
})

const plans = ['individual', 'batch'] as const

type CheckoutSearch = {
  /** An order that has been placed. */
  order?: string | undefined
  course?: string | undefined
  plan?: (typeof plans)[number] | undefined
  currency?: string | undefined
  /** Whether it is for another person. */
  gift?: true | undefined
}

export const checkoutSearch = (raw: Raw): CheckoutSearch => ({
  order: text(raw.order),
  course: text(raw.course),
  plan: oneOf(plans, raw.plan),
  currency: text(raw.currency),
  gift: raw.gift === true ? true : undefined,
})

const paymentTabs = ['payments', 'receipts', 'gifts'] as const

export const paymentsSearch = (raw: Raw): { tab?: (typeof paymentTabs)[number] | undefined } => ({
  tab: oneOf(paymentTabs, raw.tab),
})

const orderStatuses = ['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'expired'] as const

type OrdersSearch = { [K in 'search' | 'from' | 'to']?: string | undefined } & {
  status?: (typeof orderStatuses)[number] | undefined
}

export const ordersSearch = (raw: Raw): OrdersSearch => ({
  search: text(raw.search),
  from: day(raw.from),
  to: day(raw.to),
  status: oneOf(orderStatuses, raw.status),
})

const groupings = ['month', 'day', 'course', 'provider', 'coupon'] as const

type PaymentStatsSearch = {
  from?: string | undefined
  to?: string | undefined
  by?: (typeof groupings)[number] | undefined
}

export const paymentStatsSearch = (raw: Raw): PaymentStatsSearch => ({
  from: day(raw.from),
  to: day(raw.to),
  by: oneOf(groupings, raw.by),
})

const planStatuses = ['active', 'past_due', 'cancelled', 'ended'] as const

type PlansSearch = { search?: string | undefined; status?: (typeof planStatuses)[number] | undefined }

export const plansSearch = (raw: Raw): PlansSearch => ({
  search: text(raw.search),
  status: oneOf(planStatuses, raw.status),
})

const leadKinds = ['contact', 'enroll_form', 'brochure', 'corporate_training'] as const

type LeadsSearch = {
  search?: string | undefined
  kind?: (typeof leadKinds)[number] | undefined
  assigned_to?: string | undefined
}

/** The board of leads. */
export const leadsSearch = (raw: Raw): LeadsSearch => ({
  search: text(raw.search),
  kind: oneOf(leadKinds, raw.kind),
  assigned_to: text(raw.assigned_to),
})

const subscriberStatuses = ['pending', 'confirmed', 'unsubscribed', 'bounced', 'complained'] as const

type SubscribersSearch = {
  search?: string | undefined
  status?: (typeof subscriberStatuses)[number] | undefined
  list_id?: string | undefined
}

/** The subscribers of the newsletter. */
export const subscribersSearch = (raw: Raw): SubscribersSearch => ({
  search: text(raw.search),
  status: oneOf(subscriberStatuses, raw.status),
  list_id: text(raw.list_id),
})

const complaintStatuses = ['new', 'open', 'waiting', 'resolved', 'closed'] as const
const complaintTopics = ['course', 'instructor', 'payment', 'certificate', 'technical', 'account', 'other'] as const

type ComplaintsSearch = {
  search?: string | undefined
  status?: (typeof complaintStatuses)[number] | undefined
  category?: (typeof complaintTopics)[number] | undefined
  assigned_to?: string | undefined
  late?: true | undefined
}

/** The inbox of complaints. */
export const complaintsSearch = (raw: Raw): ComplaintsSearch => ({
  search: text(raw.search),
  status: oneOf(complaintStatuses, raw.status),
  category: oneOf(complaintTopics, raw.category),
  assigned_to: text(raw.assigned_to),
  late: raw.late === true ? true : undefined,
})

type MeetingsSearch = { past?: true | undefined; page?: number | undefined }

/** The list of meetings outside of batches. */
export const meetingsSearch = (raw: Raw): MeetingsSearch => ({
  past: raw.past === true ? true : undefined,
  page: pageNumber(raw.page),
})

const companyTabs = ['seats', 'people', 'orders', 'reports', 'meetings'] as const
const companyReports = ['progress', 'usage', 'certificates', 'spend'] as const

type CompanySearch = {
  company?: string | undefined
  tab?: (typeof companyTabs)[number] | undefined
  report?: (typeof companyReports)[number] | undefined
}

export const companySearch = (raw: Raw): CompanySearch => ({
  company: text(raw.company),
  tab: oneOf(companyTabs, raw.tab),
  report: oneOf(companyReports, raw.report),
})
