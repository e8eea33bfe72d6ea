// The pages and actions that the command palette finds, without the server.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { Schema } from '@/api/client'

import { fold } from './matches'

type Account = Schema<'Permissions'>

type CommandPalettePage = {
  path: string
  label: MessageDescriptor
  /** Other words by which it is found. */
  words?: MessageDescriptor
  /** An operation that its users may call; absent for everyone who is signed in. */
  may?: string
  /** Whether visitors are offered it, too. */
  isPublic?: true
}

const teaches = 'POST /courses/create'
const administers = 'GET /auth/locked-accounts'

const pages: CommandPalettePage[] = [
  { path: '/courses', label: msg`Catalogue`, words: msg`find courses`, isPublic: true },
  { path: '/instructors', label: msg`Instructors`, isPublic: true },
  { path: '/blog', label: msg`Blog`, words: msg`posts, articles`, isPublic: true },
  { path: '/demo', label: msg`Book a demo class`, isPublic: true },
  { path: '/feedback', label: msg`Feedback`, words: msg`testimonials`, isPublic: true },
  { path: '/verify', label: msg`Check a certificate`, isPublic: true },
  { path: '/app', label: msg`Home`, words: msg`continue learning` },
  { path: '/app/courses', label: msg`My learning`, words: msg`my courses` },
  { path: '/calendar', label: msg`Calendar`, words: msg`sessions, timetable` },
  { path: '/announcements', label: msg`Announcements` },
  { path: '/app/assignments', label: msg`Assignments`, words: msg`homework, due dates` },
  { path: '/app/goals', label: msg`Goals`, words: msg`milestones, set a goal` },
  { path: '/app/certificates', label: msg`Certificates` },
  { path: '/app/notes', label: msg`My notes` },
  { path: '/notifications', label: msg`Notifications`, words: msg`inbox` },
  { path: '/settings/profile', label: msg`Profile`, words: msg`name, picture, language, time zone` },
  {
    path: '/settings/security',
    label: msg`Sign-in security`,
    words: msg`password, two-factor authentication, passkeys`,
  },
  { path: '/settings/notifications', label: msg`Notification settings`, words: msg`emails, digest` },
  { path: '/settings/payments', label: msg`Orders and receipts`, words: msg`payments, invoices` },
  { path: '/complaints', label: msg`Your complaints`, words: msg`support, help` },
  { path: '/settings/data', label: msg`Your data`, words: msg`export, delete account` },
  { path: '/teach', label: msg`Teaching`, words: msg`courses that I teach`, may: teaches },
  { path: '/teach/courses/new', label: msg`Create course`, may: teaches },
  { path: '/teach/to-grade', label: msg`To grade`, words: msg`submissions`, may: teaches },
  { path: '/teach/learners', label: msg`Learners`, may: teaches },
  { path: '/teach/batches', label: msg`Batches`, may: teaches },
  { path: '/teach/videos', label: msg`Videos`, words: msg`uploads`, may: teaches },
  { path: '/teach/availability', label: msg`Availability`, words: msg`hours, time off`, may: teaches },
  { path: '/teach/blog', label: msg`Write a post`, words: msg`blog`, may: teaches },
  { path: '/teach/media', label: msg`Media library`, words: msg`pictures`, may: teaches },
  { path: '/admin', label: msg`Administration`, may: administers },
  { path: '/admin/users', label: msg`Users`, words: msg`accounts, lock an account`, may: administers },
  { path: '/admin/invitations', label: msg`Invite users`, words: msg`invitations`, may: administers },
  { path: '/admin/feedback', label: msg`Feedback on the site`, words: msg`testimonials`, may: administers },
  { path: '/admin/complaints', label: msg`Complaints`, words: msg`support, late answers`, may: administers },
  {
    path: '/admin/newsletter',
    label: msg`Newsletter`,
    words: msg`campaigns, subscribers, mailing list`,
    may: administers,
  },
  { path: '/admin/orders', label: msg`Orders`, words: msg`payments, refunds`, may: administers },
  { path: '/admin/settings', label: msg`School settings`, words: msg`logo, colour, name`, may: administers },
  { path: '/admin/audit', label: msg`Audit log`, may: administers },
]

/** The pages that a user is offered and of whose names or other words a part begins with each word that they type. */
export function matchingPages(
  typed: string,
  account: Account | undefined,
  say: (message: MessageDescriptor) => string,
) {
  const wanted = fold(typed).split(/\s+/).filter(Boolean)
  return pages
    .filter(({ may, isPublic }) => isPublic || (account && (!may || (account.operations as string[]).includes(may))))
    .map(({ path, label, words }) => ({ path, title: say(label), words: words ? say(words) : '' }))
    .filter(({ title, words }) => {
      const parts = fold(`${title} ${words}`).split(/[\s,]+/)
      return wanted.every((word) => parts.some((part) => part.startsWith(word)))
    })
}
