import { t } from '@lingui/core/macro'

import { dated, toMinute } from '@/shared/format'

import { addressOf, fileOf, sessionOf, textOf, videoOf } from './content'

const blocks = 'p, h2, h3, h4, h5, li, pre, tr, blockquote, figcaption'

/** A text or a lesson's content without markup, one line for each block, for comparison. `mine`: as the user has it. */
export function inWords(value: unknown, mine = false): string {
  if (typeof value === 'string') return value
  const html = textOf(value)
  if (html) return textIn(html)
  const session = sessionOf(value)
  if (session.startsAt) return toMinute(session.startsAt)
  if (session.date) return wallTime(session)
  if (videoOf(value)) return mine ? t`The video you chose` : t`Another video`
  return fileOf(value).name || addressOf(value)
}

function wallTime({ date, start, zone }: { date: string; start: string; zone: string }) {
  const day = dated(date)
  return t`${day} at ${start} (${zone})`
}

function textIn(html: string) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const block of page.querySelectorAll(blocks)) block.append('\n')
  return page.body.textContent?.trim() ?? ''
}
