import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

import type { CommentsMode, Queue, ReportReason } from './api'

export const reasonLabels: Record<ReportReason, MessageDescriptor> = {
  spam: msg`Advertising or spam`,
  offensive: msg`Offensive or hateful`,
  off_topic: msg`Not about the post`,
  personal_data: msg`Reveals personal data`,
  other: msg`Another reason`,
}

export const queueLabels: Record<Queue, MessageDescriptor> = {
  pending: msg`Waiting`,
  reported: msg`Reported`,
  spam: msg`Spam`,
  rejected: msg`Rejected`,
  published: msg`Published`,
}

/** What speaks for spam, by the names that the server gives. */
const signLabels: Record<string, MessageDescriptor> = {
  honeypot: msg`Filled in by a robot`,
  repeated_text: msg`Same text as another comment`,
  rejected_link: msg`Links to a site of rejected comments`,
  blocked_term: msg`Contains a blocked word`,
  too_fast: msg`Sent too fast`,
  form_reused: msg`Form sent twice`,
  many_links: msg`Several links`,
  new_account: msg`New account`,
  hidden_direction: msg`Hidden characters`,
  reported: msg`Reported by several users`,
}

export const signLabel = (name: string) => signLabels[name] ?? msg`Looks like spam`

export const modeLabels: Record<CommentsMode, MessageDescriptor> = {
  '': msg`As set for the blog`,
  open: msg`Published at once`,
  first_approved: msg`First comment of a user needs approval`,
  all_approved: msg`All comments need approval`,
  closed: msg`No comments`,
}
