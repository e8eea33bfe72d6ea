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
  announcement: msg`Announcements`,
  order: msg`Orders`,
  coupon: msg`Coupons`,
  meeting_host: msg`Zoom hosts`,
  settings: msg`Settings`,
  legal_document: msg`Legal documents`,
  security_log: msg`Security log`,
}

const actions: Record<string, MessageDescriptor> = {
  'user.created': msg`Account created`,
  'user.edited': msg`Account changed`,
  'user.email_change_requested': msg`Email address change requested`,
  'user.contact_changed': msg`Contact details changed`,
  'user.roles_changed': msg`Roles changed`,
  'user.status_changed': msg`Status changed`,
  'user.locked': msg`Account locked`,
  'user.unlocked': msg`Account unlocked`,
  'user.all_unlocked': msg`All accounts unlocked`,
  'user.password_voided': msg`New password required`,
  'user.reset_sent': msg`Password link sent`,
  'user.welcome_sent': msg`Welcome email sent again`,
  'user.session_ended': msg`Signed out on one device`,
  'user.sessions_ended': msg`Signed out everywhere`,
  'user.acting_began': msg`View as user started`,
  'user.acted': msg`Change made as user`,
  'user.acting_ended': msg`View as user ended`,
  'user.deleted': msg`Account deleted`,
  'user.restored': msg`Account restored`,
  'user.exported': msg`Users exported`,
  'user.import_started': msg`Import started`,
  'user.imported': msg`Users imported`,
  'user.bulk_started': msg`Bulk change started`,
  'user.bulk_cancelled': msg`Bulk change cancelled`,
  'two_factor.authenticator': msg`Authenticator app added`,
  'two_factor.authenticator_gone': msg`Authenticator app removed`,
  'two_factor.passkey': msg`Passkey added`,
  'two_factor.passkey_gone': msg`Passkey removed`,
  'two_factor.new_codes': msg`Recovery codes renewed`,
  'two_factor.reset': msg`Two-factor authentication reset`,
  'two_factor.policy_changed': msg`Two-factor requirement changed`,
  'invitation.sent': msg`Invitation sent`,
  'invitation.sent_again': msg`Invitation sent again`,
  'invitation.taken_back': msg`Invitation withdrawn`,
  'application.approved': msg`Application approved`,
  'application.rejected': msg`Application rejected`,
  'course.changed': msg`Course changed`,
  'video.downloaded': msg`Video downloaded`,
  'course.published': msg`Course published`,
  'course.archived': msg`Course archived`,
  'course.deleted': msg`Course deleted`,
  'course.instructors_changed': msg`Instructors changed`,
  'course.category_changed': msg`Category changed`,
  'course.categories_ordered': msg`Categories put in order`,
  'course.category_removed': msg`Category deleted`,
  'course.currencies_changed': msg`Currencies changed`,
  'course.home_changed': msg`Home page changed`,
  'course.place_granted': msg`Learner enrolled`,
  'course.place_changed': msg`Enrolment changed`,
  'quiz.regraded': msg`Quiz regraded`,
  'comment.hidden_changed': msg`Comment hidden or shown`,
  'review.moderated': msg`Review hidden or kept`,
  'announcement.created': msg`Announcement created`,
  'announcement.changed': msg`Announcement changed`,
  'announcement.status_changed': msg`Status of announcement changed`,
  'announcement.deleted': msg`Announcement deleted`,
  'certificate.rule_changed': msg`Rule for certificates changed`,
  'certificate.issue_requested': msg`Certificates issued`,
  'certificate.revoked': msg`Certificate revoked`,
  'certificate.reissued': msg`Certificate issued again`,
  'certificate.name_declined': msg`Name request declined`,
  'certificate.revocation_declined': msg`Proposed revocation declined`,
  'held_payment.settled': msg`Held payment settled`,
  'held_payment.returned': msg`Held payment returned`,
  'coupon.created': msg`Coupon created`,
  'coupon.changed': msg`Coupon changed`,
  'coupon.deactivated': msg`Coupon deactivated`,
  'lead.changed': msg`Lead changed`,
  'lead.merged': msg`Leads merged`,
  'lead.deleted': msg`Lead deleted`,
  'site_feedback.decided': msg`Feedback on the site published or hidden`,
  'complaint.changed': msg`Complaint changed`,
  'complaint.answered': msg`Complaint answered`,
  'complaint.deleted': msg`Complaint deleted`,
  'transfer.approved': msg`Bank transfer approved`,
  'transfer.declined': msg`Bank transfer declined`,
  'order.refunded': msg`Order refunded`,
  'meeting_host.added': msg`Zoom host added`,
  'meeting_host.removed': msg`Zoom host removed`,
  'holidays.changed': msg`Holidays changed`,
  'settings.changed': msg`Settings changed`,
  'legal_document.published': msg`Legal document published`,
  'security_log.exported': msg`Security log exported`,
  'announcement.reminded': msg`Reminder of announcement sent`,
  'blog.published': msg`Post published`,
  'blog.unpublished': msg`Post unpublished`,
  'blog.archived': msg`Post archived`,
  'blog.scheduled': msg`Post scheduled`,
  'blog.deleted': msg`Post deleted`,
  'blog.restored': msg`Post restored`,
  'blog.featured': msg`Featured posts changed`,
  'blog_comment.decided': msg`Comment on a post decided`,
  'blog_commenter.blocked': msg`Commenter blocked`,
  'blog_commenter.unblocked': msg`Commenter unblocked`,
  'post.comments_mode_changed': msg`Comments on a post opened or closed`,
  'media.deleted': msg`Picture deleted from media library`,
  'company.created': msg`Company added`,
  'company.changed': msg`Company changed`,
  'company.people_invited': msg`People invited to company`,
  'company.person_admitted': msg`Person joined company`,
  'company.person_removed': msg`Person removed from company`,
  'company.seats_granted': msg`Seats granted`,
  'company.seats_given': msg`Seats assigned`,
  'company.seat_released': msg`Seat released`,
  'course.publication_undone': msg`Publishing undone`,
  'holidays.imported': msg`Holidays imported`,
  'newsletter.campaign_added': msg`Campaign created`,
  'newsletter.campaign_changed': msg`Campaign changed`,
  'newsletter.campaign_scheduled': msg`Campaign scheduled`,
  'newsletter.campaign_paused': msg`Campaign paused`,
  'newsletter.campaign_resumed': msg`Campaign resumed`,
  'newsletter.campaign_cancelled': msg`Campaign cancelled`,
  'newsletter.campaign_deleted': msg`Campaign deleted`,
  'newsletter.list_added': msg`Mailing list added`,
  'newsletter.list_changed': msg`Mailing list changed`,
  'newsletter.subscriber_deleted': msg`Subscriber deleted`,
  'newsletter.subscribers_imported': msg`Subscribers imported`,
  'order.approved': msg`Order approved`,
  'proposal.added': msg`Proposal created`,
  'proposal.changed': msg`Proposal changed`,
  'proposal.deleted': msg`Proposal deleted`,
  'proposal.sent': msg`Proposal sent`,
  'report.exported': msg`Figures exported`,
}

/** What was done. An action that has no name here keeps its own words: `user.role_changed` is "User: role changed". */
export function actionName(action: string) {
  const known = actions[action]
  if (known) return t(known)
  const [area = '', ...rest] = action.replaceAll('_', ' ').split('.')
  const what = rest.join(', ')
  return `${capital(area)}${what && `: ${what}`}`
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

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const states: Record<string, MessageDescriptor> = {
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
