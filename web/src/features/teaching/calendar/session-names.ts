import { t } from '@lingui/core/macro'
import type { CSSProperties } from 'react'

import type { Entry } from './api'

/** What a session is called in a calendar; of batches that the user may not know, only who is busy. */
export function nameOf({ kind, id, title, batch_name, course_title, instructor_name }: Entry) {
  if (!id) return t`${instructor_name} is busy`
  if (kind === 'meeting') return title
  if (kind === 'doubt') return t`Q&A: ${title || course_title}`
  return title ? `${batch_name}: ${title}` : batch_name
}

const colors = ['school', 'evergreen', 'apricot', 'indigo', 'grape', 'cyan', 'pink', 'lime']

/** The colour of a course, always the same. */
export function colorOf({ course_id, status }: Entry) {
  if (!course_id || status === 'cancelled') return 'gray'
  let sum = 0
  for (const character of course_id) sum = (sum * 31 + character.charCodeAt(0)) % 65_521 // the largest prime below 2 ** 16
  return colors[sum % colors.length] ?? 'school'
}

/** The colour of a session's course as the variable that its styles use. */
export const colorStyle = (entry: Entry): CSSProperties & { '--course': string } => ({
  '--course': `var(--mantine-color-${colorOf(entry)}-filled)`,
})
