import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import { list, toMinute } from '@/shared/format'
import { legalDocuments } from '@/shared/legal'
import { isRole, roleNames } from '@/shared/roles'

/** The areas that actions belong to, by their first word. */
export const areas: Record<string, MessageDescriptor> = {
  user: msg`Accounts`,
  two_factor: msg`Two-factor authentication`,
  invitation: msg`Invitations`,
  application: msg`Applications`,
  course: msg`Courses`,
  quiz: msg`Quizzes`,
  video: msg`Videos`,
  comment: msg`Comments`,
  review: msg`Reviews`,
  attendance: msg`Attendance`,
  announcement: msg`Announcements`,
  certificate: msg`Certificates`,
  certificate_template: msg`Certificate templates`,
  order: msg`Orders`,
  refund: msg`Refunds`,
  refund_request: msg`Refund requests`,
  payment_plan: msg`Monthly instalments`,
  held_payment: msg`Payments that don't match`,
  transfer: msg`Bank transfers`,
  coupon: msg`Coupons`,
  company: msg`Companies`,
  proposal: msg`Proposals`,
  lead: msg`Leads`,
  complaint: msg`Complaints`,
  newsletter: msg`Newsletter`,
  blog: msg`Blog`,
  blog_tag: msg`Tags of the blog`,
  blog_comment: msg`Comments in the blog`,
  blog_commenter: msg`Commenters in the blog`,
  media: msg`Media library`,
  post: msg`Comments on posts`,
  site_feedback: msg`Feedback on the site`,
  report: msg`Exported figures`,
  meeting_host: msg`Zoom hosts`,
  zoom_registration: msg`Registrations at Zoom`,
  zoom_recording: msg`Recordings at Zoom`,
  recording_settings: msg`Settings of recordings`,
  classroom: msg`Classrooms`,
  holidays: msg`Holidays`,
  settings: msg`Settings`,
  legal_document: msg`Legal documents`,
  security_log: msg`Security log`,
}

const settingsGroups: Record<string, MessageDescriptor> = {
  school: msg`School`,
  appearance: msg`Colour`,
  logo: msg`Logo`,
  registration: msg`Registration`,
  passwords: msg`Passwords and lockouts`,
  sessions: msg`Sessions`,
  limits: msg`Limits`,
  retention: msg`Deleted accounts`,
  forms: msg`Public forms`,
  sales: msg`Sales and taxes`,
}

const documents: Record<string, MessageDescriptor> = {
  terms: legalDocuments.terms.title,
  privacy: legalDocuments.privacy.title,
}

/** What an action was done to, where the log knows no name of it. */
export function targetName(kind: string, id: string) {
  const named = { settings: settingsGroups, legal_document: documents }[kind]?.[id]
  if (named) return t(named)
  const shortId = id.slice(-8)
  switch (kind) {
    case 'user':
      return t`Account ${shortId}`
    case 'course':
      return t`Course ${shortId}`
    case 'session':
      return t`Session ${shortId}`
    case 'meeting':
      return t`Meeting ${shortId}`
    case 'batch':
      return t`Batch ${shortId}`
    case 'video':
      return t`Video ${shortId}`
    case 'lesson':
      return t`Lesson ${shortId}`
    case 'comment':
      return t`Comment ${shortId}`
    case 'review':
      return t`Review ${shortId}`
    case 'announcement':
      return t`Announcement ${shortId}`
    case 'order':
      return t`Order ${shortId}`
    case 'coupon':
      return t`Coupon ${shortId}`
    case 'company':
      return t`Company ${shortId}`
    case 'lead':
      return t`Lead ${shortId}`
    case 'complaint':
      return t`Complaint ${shortId}`
    case 'certificate':
      return t`Certificate ${shortId}`
    case 'blog':
      return t`Post ${shortId}`
    case 'meeting_host':
      return t`Zoom host ${shortId}`
    case 'holidays':
      return t`Holidays ${shortId}`
    case 'invitation':
      return t`Invitation ${shortId}`
    case 'bulk_job':
      return t`Bulk change ${shortId}`
    case 'user_import':
      return t`Import ${shortId}`
    default:
      return `${capital(kind.replaceAll('_', ' '))} ${shortId}`
  }
}

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const states: Record<string, MessageDescriptor> = {
  accepted: msg({ message: 'Accepted', context: 'dispute' }),
  declined: msg`Declined`,
  present: msg`Present`,
  late: msg`Late`,
  left_early: msg`Left early`,
  partial: msg`Partly present`,
  absent: msg`Absent`,
  excused: msg({ message: 'Excused', context: 'attendance' }),
  joined: msg({ message: 'Joined', context: 'attendance' }),
  active: msg`Active`,
  disabled: msg`Deactivated`,
  pending: msg`Pending`,
  approved: msg`Approved`,
  denied: msg({ message: 'Denied', context: 'registration' }),
  rejected: msg`Rejected`,
  completed: msg`Completed`,
  cancelled: msg`Cancelled`,
  expired: msg`Expired`,
  draft: msg`Draft`,
  published: msg`Published`,
  archived: msg`Archived`,
  video: msg`Video`,
  transcript: msg`Transcript`,
  done: msg`Completed`,
  stopped: msg`Stopped`,
  released: msg`Published`,
  all: msg`Everyone`,
  in_app: msg`In the app`,
  mail: msg`Email`,
  none: msg`none`,
  pending_payment: msg`Awaiting payment`,
  pending_approval: msg`Awaiting approval`,
  new: msg`New`,
  open: msg({ message: 'Open', context: 'complaint' }),
  waiting: msg`Waiting for the person`,
  resolved: msg`Resolved`,
  closed: msg`Closed`,
  low: msg`Low`,
  normal: msg`Normal`,
  high: msg`High`,
  urgent: msg`Urgent`,
  bigbluebutton: msg`BigBlueButton`,
  built_in: msg`A room in Lectern`,
  jitsi: msg`Jitsi`,
  link: msg`A meeting elsewhere`,
  zoom: msg`Zoom`,
}

/** The kinds of objects whose ids stand in fields. */
const referenced: Record<string, string> = {
  assigned_to: 'user',
  company_id: 'company',
  course_id: 'course',
  lead_id: 'lead',
  user_id: 'user',
  session_id: 'session',
  meeting_id: 'meeting',
  course_ids: 'course',
  merged_into: 'lead',
}

const objects = /^(course|batch):([\da-f-]{36})$/ // in the audience of an announcement
const ids = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const instants = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/ // RFC 3339

/** The value of a field in words, for example of `assigned_to`; what an id belongs to is called by its name in `names`. */
export function valueName(value: unknown, field = '', names: Record<string, string> = {}): string {
  if (value === null || value === undefined || value === '') return t`empty`
  if (typeof value === 'boolean') return value ? t`yes` : t`no`
  if (Array.isArray(value)) return value.length > 0 ? list(value.map((one) => valueName(one, field, names))) : t`none`
  if (typeof value === 'number')
    return field === 'rate_ppm'
      ? i18n.number(value / 1_000_000, { style: 'percent', maximumFractionDigits: 4 })
      : i18n.number(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  const state = states[value]
  if (state) return t(state)
  if (isRole(value)) return t(roleNames[value])
  const [, kind, id] = objects.exec(value) ?? []
  if (kind && id) return names[id] ?? targetName(kind, id)
  if (ids.test(value)) return names[value] ?? targetName(referenced[field] ?? 'ID', value)
  return instants.test(value) ? toMinute(value) : value
}
