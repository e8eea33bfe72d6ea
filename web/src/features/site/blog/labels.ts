import { msg } from '@lingui/core/macro'

import type { PostDraft } from './api'

/** What the status of a post is called. */
export const statusLabels = {
  draft: { label: msg`Draft`, color: 'gray' },
  scheduled: { label: msg`Scheduled`, color: 'blue' },
  published: { label: msg`Published`, color: 'evergreen' },
  archived: { label: msg`Archived`, color: 'gray' },
  deleted: { label: msg`Deleted`, color: 'gray' },
} satisfies Record<PostDraft['status'] | 'deleted', unknown>

/** What a post needs before it can be published. */
export const missingLabels = {
  title: msg`Enter a title.`,
  text: msg`Write something.`,
  cover_alt: msg`Describe what the cover shows.`,
  picture_alt: msg`Describe each picture of the text.`,
} satisfies Record<PostDraft['missing'][number], unknown>

/** Why a revision was stored. */
export const causeLabels = {
  autosave: msg`Saved while typing`,
  saved: msg`Draft saved`,
  published: msg`Published`,
  restored: msg`Restored`,
}
