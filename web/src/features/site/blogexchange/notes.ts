import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

import type { ImportedPost } from './api'

type Note = ImportedPost['notes'][number]

const members: Record<string, MessageDescriptor> = {
  excerpt: msg`summary`,
  cover_alt: msg`description of the cover`,
  meta_title: msg`title for search engines`,
  meta_description: msg`description for search engines`,
  language: msg`language`,
  canonical_url: msg`original address`,
  tags: msg`tags`,
}

const lacks: Record<string, MessageDescriptor> = {
  title: msg`Not published: it has no title.`,
  text: msg`Not published: it has no text.`,
  cover_alt: msg`Not published: describe what the cover shows.`,
  picture_alt: msg`Not published: describe each picture of the text, or say that it is decorative.`,
}

/** What was not imported as the file says. */
export function noteText({ code, about }: Note) {
  const member = members[about] ? t(members[about]) : about
  switch (code) {
    case 'picture_missing':
      return t`Picture left out, because it isn't in the file: ${about}`
    case 'picture_refused':
      return t`Picture left out, because it can't be shown: ${about}`
    case 'author_unknown':
      return t`You are the author: ${about} can't write posts here.`
    case 'slug_taken':
      return t`Its address is ${about}, because another post has the one in the file.`
    case 'shortened':
      return t`Shortened: ${member}`
    case 'left_out':
      return t`Left out, because it isn't valid or there are too many: ${member}`
    case 'not_published':
      return lacks[about] ? t(lacks[about]) : t`Not published.`
  }
}
