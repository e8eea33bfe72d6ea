import type { Schema } from '@/api/client'
import { fromField, toField } from '@/shared/local-time'

import type { Announcement } from './api'
import { audienceOf, type Chosen, chosenOf } from './audience'

type Body = Schema<'NewAnnouncement'>

/** What the composer edits. */
export type Composed = {
  title: string
  html: string
  type: Announcement['type']
  priority: Announcement['priority']
  chosen: Chosen
  /** As a `datetime-local` field; empty to publish it when it is saved. */
  publishAt: string
  expiresAt: string
  sticky: boolean
  requiresAck: boolean
  /** Empty until the author chooses it: the priority decides. */
  notify: Body['notify'] | ''
  again: boolean
}

export const blank: Composed = {
  title: '',
  html: '',
  type: 'general',
  priority: 'medium',
  chosen: { groups: [], recipients: [] },
  publishAt: '',
  expiresAt: '',
  sticky: false,
  requiresAck: false,
  notify: '',
  again: false,
}

/** What the composer begins with for a stored announcement; its text is given to the editor. */
export const composedOf = (a: Announcement): Composed => ({
  ...blank,
  title: a.title,
  html: a.content,
  type: a.type,
  priority: a.priority,
  chosen: chosenOf(a),
  publishAt: a.status === 'scheduled' ? toField(a.publishDate) : '',
  expiresAt: toField(a.expiryDate),
  sticky: a.sticky,
  requiresAck: a.requiresAck,
  notify: a.notify ?? '',
})

/** How an announcement is notified by default: as the server decides. */
export function notifyOf({ notify, priority }: Pick<Composed, 'notify' | 'priority'>): NonNullable<Body['notify']> {
  if (notify) return notify
  if (priority === 'urgent' || priority === 'high') return 'mail'
  return priority === 'medium' ? 'in_app' : 'none'
}

/** What is sent. Of a published announcement the publish date stays. */
export function bodyOf(composed: Composed, status: 'draft' | 'published', format: 'plain' | 'html'): Body {
  const { title, html, type, priority, chosen, publishAt, expiresAt, sticky, requiresAck, notify } = composed
  const [from, until] = [fromField(publishAt), fromField(expiresAt)]
  return {
    title,
    content: html,
    format,
    type,
    priority,
    ...audienceOf(chosen),
    ...(from && { publishDate: from }),
    ...(until && { expiryDate: until }),
    status,
    sticky,
    requiresAck,
    ...(notify && { notify }),
  }
}
