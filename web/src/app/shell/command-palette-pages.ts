// The pages and actions that the command palette finds, without the server.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Schema } from '@/api/client'
import type { Operation } from '@/features/people/account/api'
import type { Role } from '@/shared/roles'

import { adminGroups } from '../pages/admin-sections'
import { fold } from './matches'

type AdminPath = (typeof adminGroups)[number]['sections'][number]['to']

type Account = Schema<'Permissions'>

interface CommandPalettePage {
  path: string
  label: MessageDescriptor
  /** Other words by which it is found. */
  words?: MessageDescriptor | undefined
  /** The area of the app to which it belongs, if its name alone could mean another page. */
  area?: MessageDescriptor
  /** An operation that its users may call; absent for everyone who is signed in. */
  may?: Operation
  /** A role that its users have; absent for all. */
  role?: Role
  /** Whether visitors are offered it, too. */
  isPublic?: true
}

const teaches = 'POST /courses/create'
const administers = 'GET /auth/locked-accounts'

const publicPages: CommandPalettePage[] = [
  { path: '/courses', label: msg`Catalogue`, words: msg`find courses` },
  { path: '/instructors', label: msg`Instructors` },
  { path: '/blog', label: msg`Blog`, words: msg`posts, articles` },
  { path: '/demo', label: msg`Book a demo class` },
  { path: '/contact', label: msg`Contact`, words: msg`write to us` },
  { path: '/corporate-training', label: msg`Training for companies` },
  { path: '/feedback', label: msg`Feedback`, words: msg`testimonials` },
  { path: '/newsletter', label: msg`Newsletter`, words: msg`subscribe` },
  { path: '/verify', label: msg`Check a certificate` },
]

const learnersPages: CommandPalettePage[] = [
  { path: '/app', label: msg`Home`, words: msg`continue learning` },
  { path: '/app/courses', label: msg`My learning`, words: msg`my courses` },
  { path: '/calendar', label: msg`Calendar`, words: msg`sessions, timetable` },
  { path: '/meetings', label: msg`Meetings`, words: msg`office hours, webinars` },
  { path: '/recordings', label: msg`Recordings` },
  { path: '/announcements', label: msg`Announcements` },
  { path: '/app/assignments', label: msg`Assignments`, words: msg`homework, due dates` },
  { path: '/app/goals', label: msg`Goals`, words: msg`milestones, set a goal` },
  { path: '/app/certificates', label: msg`Certificates` },
  { path: '/app/notes', label: msg`My notes` },
  { path: '/notifications', label: msg`Notifications`, words: msg`inbox` },
  { path: '/settings/profile', label: msg`Profile`, words: msg`name, picture, language, time zone` },
  {
    path: '/settings/security',
    label: msg`Password and devices`,
    words: msg`sign-in, two-factor authentication, passkeys`,
  },
  { path: '/settings/notifications', label: msg`Notification settings`, words: msg`emails, digest` },
  { path: '/settings/payments', label: msg`Payments and receipts`, words: msg`orders, invoices` },
  { path: '/settings/data', label: msg`Your data`, words: msg`export, delete account` },
  { path: '/complaints', label: msg`Your complaints`, words: msg`support, help` },
  { path: '/complaints/new', label: msg`New complaint` },
  { path: '/applications', label: msg`Applications`, words: msg`become an instructor` },
  { path: '/company', label: msg`Company`, words: msg`seats, employees`, role: 'corporate' },
]

const teachersPages: CommandPalettePage[] = [
  { path: '/teach', label: msg`Teaching`, words: msg`courses that I teach`, may: teaches },
  { path: '/teach/courses/new', label: msg`Create course`, may: teaches },
  { path: '/teach/to-grade', label: msg`To grade`, words: msg`submissions`, may: teaches },
  { path: '/teach/learners', label: msg`Learners`, may: teaches },
  { path: '/teach/batches', label: msg`Batches`, may: teaches },
  { path: '/teach/batches/new', label: msg`Create batch`, may: teaches },
  { path: '/teach/batches/workload', label: msg`Workload and capacity`, may: administers },
  { path: '/teach/demos', label: msg`Demo classes`, may: teaches },
  { path: '/teach/availability', label: msg`Availability`, words: msg`hours, time off`, may: teaches },
  { path: '/teach/videos', label: msg`Videos`, words: msg`uploads`, may: teaches },
  { path: '/teach/announcements', label: msg`Announcements`, may: teaches },
  { path: '/announcements/new', label: msg`New announcement`, may: teaches },
  { path: '/teach/blog', label: msg`Write a post`, words: msg`blog`, may: teaches },
  { path: '/teach/media', label: msg`Media library`, words: msg`pictures`, may: teaches },
]

const teaching = msg`Teaching`
const administration = msg`Administration`

/** Other words for sections of the administration, by their addresses. */
const adminWords: Partial<Record<AdminPath, MessageDescriptor>> = {
  '/admin': msg`administration`,
  '/admin/users': msg`accounts, lock an account`,
  '/admin/invitations': msg`invite users`,
  '/admin/lockouts': msg`unlock an account`,
  '/admin/security': msg`two-factor authentication`,
  '/admin/leads': msg`inquiries, contacts`,
  '/admin/orders': msg`payments, refunds`,
  '/admin/payments': msg`revenue`,
  '/admin/coupons': msg`discounts`,
  '/admin/newsletter': msg`campaigns, subscribers, mailing list`,
  '/admin/catalogue': msg`categories, currencies, home page`,
  '/admin/certificate-templates': msg`diplomas, designer`,
  '/admin/classrooms': msg`rooms`,
  '/admin/complaints': msg`support, late answers`,
  '/admin/feedback': msg`testimonials`,
  '/admin/settings': msg`logo, colour, name`,
}

const adminPages: CommandPalettePage[] = [
  ...adminGroups
    .flatMap(({ sections }) => sections)
    .map(({ to, label, needs }) => ({ path: to, label, may: needs, words: adminWords[to] })),
  { path: '/admin/users/import', label: msg`Import users`, words: msg`CSV`, may: administers },
  { path: '/admin/users/bulk', label: msg`Bulk changes`, may: administers },
  { path: '/admin/newsletter/subscribers', label: msg`Subscribers`, may: administers },
  { path: '/teach/blog/tags', label: msg`Tags of the blog`, may: administers },
  { path: '/teach/blog/import', label: msg`Import posts`, may: administers },
]

/** All of them, each address once: administrators find the blog in their own section, too. */
export const pages: readonly CommandPalettePage[] = [
  ...publicPages.map((page) => ({ ...page, isPublic: true as const })),
  ...learnersPages,
  ...teachersPages.map((page) => ({ ...page, area: teaching })),
  ...adminPages.map((page) => ({ ...page, area: administration })),
].filter(({ path }, i, all) => all.findIndex((other) => other.path === path) === i)

const isOpenTo = ({ operations, roles }: Account, { may, role }: CommandPalettePage) =>
  (!may || operations.includes(may)) && (!role || roles.includes(role))

const begins = (title: string, typed: string) => fold(title).startsWith(fold(typed.trim()))

/**
 * The pages that a user is offered and of whose names or other words a part begins with each word that they type; first those whose
 * names begin as what is typed.
 */
export function matchingPages(
  typed: string,
  account: Account | undefined,
  say: (message: MessageDescriptor) => string,
) {
  const wanted = fold(typed).split(/\s+/).filter(Boolean)
  return pages
    .filter((page) => page.isPublic || (account && isOpenTo(account, page)))
    .map(({ path, label, words, area }) => ({
      path,
      title: say(label),
      words: words ? say(words) : '',
      hint: area ? say(area) : '',
    }))
    .filter(({ title, words }) => {
      const parts = fold(`${title} ${words}`).split(/[\s,]+/)
      return wanted.every((word) => parts.some((part) => part.startsWith(word)))
    })
    .toSorted((a, b) => Number(begins(b.title, typed)) - Number(begins(a.title, typed)))
}
