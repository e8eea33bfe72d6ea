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
  order: msg`Orders`,
  coupon: msg`Coupons`,
  meeting_host: msg`Zoom hosts`,
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

const members: Record<string, MessageDescriptor> = {
  access: msg`Access`,
  action: msg`Action`,
  address: msg`Address`,
  amount: msg`Amount`,
  attendance: msg`Attendance`,
  audience: msg`Audience`,
  bad_rows: msg`Rows with errors`,
  birthDate: msg`Date of birth`,
  blocked: msg`Blocked addresses and domains`,
  brochure: msg`Brochure`,
  category: msg`Category`,
  changed: msg`Changed`,
  codes: msg`Currencies`,
  count: msg`Number`,
  course_fee: msg`Price`,
  course_id: msg`Course`,
  course_ids: msg`Courses`,
  course_type: msg`Format`,
  country: msg`Country`,
  created: msg`Created`,
  created_at: msg`Created`,
  created_from: msg`Joined from`,
  created_to: msg`Joined until`,
  currency: msg`Currency`,
  deactivated: msg`Deactivated`,
  dead_links: msg`Invalid links per hour`,
  description: msg`Description`,
  domains: msg`Domains`,
  email: msg`Email address`,
  emails: msg`Requested emails per hour`,
  email_code: msg`Who confirms their email address with a code`,
  ends_access: msg`Ends access`,
  ends_at: msg`Ends`,
  erase_at: msg`Erased on`,
  existing: msg`Unchanged`,
  expires_at: msg`Expires`,
  faq: msg`FAQ`,
  features: msg`Features`,
  fee_currency: msg`Currency`,
  filter: msg`Filter`,
  from: msg`From`,
  full_name: msg`Full name`,
  grade_months: msg`Months that grades are kept`,
  hidden: msg`Hidden`,
  id: msg`ID`,
  idle_days: msg`Days without use`,
  instructors: msg`Instructors`,
  is_assignments: msg`Assignments`,
  is_certification: msg`Certificate`,
  is_free: msg`Free`,
  is_projects: msg`Projects`,
  is_quizzes: msg`Quizzes`,
  kind: msg`Event`,
  language: msg`Language`,
  level: msg`Level`,
  lock_after: msg`Failed attempts before a lock`,
  locked: msg`Locked`,
  locked_until: msg`Locked until`,
  longest_lock: msg`Longest lock in minutes`,
  max_hours_per_week: msg`Maximum hours per week`,
  max_per_user: msg`Sessions per user`,
  min_hours_per_week: msg`Minimum hours per week`,
  min_length: msg`Minimum password length`,
  missing_role: msg`Role that is deactivated when missing`,
  mode: msg`Registration`,
  name: msg`Name`,
  network: msg`Network`,
  notify: msg`Notification`,
  no_of_sessions: msg`Number of sessions`,
  note: msg`Note`,
  number: msg`Order number`,
  of: msg`Total`,
  open_reports: msg`Open reports`,
  operation: msg`Operation`,
  outcomes: msg`What you'll learn`,
  permanent: msg`Permanent`,
  phone: msg`Phone number`,
  publish_at: msg`Publish date`,
  prerequisites: msg`Requirements`,
  prices: msg`Prices`,
  prices_include_tax: msg`Prices include taxes`,
  primary_color: msg`Colour`,
  read_only: msg`Read-only`,
  reason: msg`Reason`,
  region: msg`Region`,
  registered: msg`Registered for taxes`,
  requires_acceptance: msg`Needs acceptance`,
  resetAttempts: msg`Failed attempts reset`,
  role: msg`Role`,
  roles: msg`Roles`,
  rows: msg`Rows`,
  schedule: msg`Schedule`,
  search: msg`Search`,
  seen_from: msg`Last seen from`,
  seen_to: msg`Last seen until (or never)`,
  seller_address: msg`Seller address`,
  seller_name: msg`Seller name`,
  sign_in_failures: msg`Wrong passwords in five minutes`,
  sign_ups: msg`Registrations per hour`,
  state: msg`Status`,
  status: msg`Status`,
  students: msg`Single students`,
  student_number: msg`Student number`,
  summary: msg`Summary`,
  support_email: msg`Support email`,
  bank_account: msg`Account for bank transfers`,
  tax_id: msg`Tax number`,
  tax_rates: msg`Tax rates`,
  time_zone: msg`Time zone`,
  title: msg`Title`,
  to: msg`To`,
  tools_technologies: msg`Tools and technologies`,
  trusted_networks: msg`Trusted networks`,
  updated: msg`Updated`,
  updatedAt: msg`Last change`,
  updates: msg`Updates existing accounts`,
  user: msg`User`,
  users: msg`Users`,
  verified: msg`Email confirmed`,
  version: msg`Version`,
}

/** The name of a field. One that has no name here keeps its own words: `max_per_user` is "Max per user". */
export function memberName(name: string) {
  const known = members[name]
  if (known) return t(known)
  return capital(
    name.replaceAll('_', ' ').replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`),
  )
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
  rejected: msg`Rejected`,
  completed: msg`Completed`,
  cancelled: msg`Cancelled`,
  expired: msg`Expired`,
  draft: msg`Draft`,
  published: msg`Published`,
  archived: msg`Archived`,
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
}

/** The kinds of objects whose ids stand in fields. */
const referenced: Record<string, string> = {
  assigned_to: 'user',
  course_id: 'course',
  session_id: 'session',
  course_ids: 'course',
  merged_into: 'lead',
}

const objects = /^(course|batch):([\da-f-]{36})$/ // in the audience of an announcement
const ids = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const instants = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/ // RFC 3339

/** The value of a field in words, for example of `assigned_to`. */
export function valueName(value: unknown, field = ''): string {
  if (value === null || value === undefined || value === '') return t`empty`
  if (typeof value === 'boolean') return value ? t`yes` : t`no`
  if (Array.isArray(value)) return value.length > 0 ? list(value.map((one) => valueName(one, field))) : t`none`
  if (typeof value === 'number') return i18n.number(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  const state = states[value]
  if (state) return t(state)
  if (isRole(value)) return t(roleNames[value])
  const [, kind, id] = objects.exec(value) ?? []
  if (kind && id) return targetName(kind, id)
  if (ids.test(value)) return targetName(referenced[field] ?? 'ID', value)
  return instants.test(value) ? toMinute(value) : value
}
