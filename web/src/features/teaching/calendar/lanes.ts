import { t } from '@lingui/core/macro'

import type { Classroom } from '@/shared/classrooms'

import type { Entry } from './api'

/** A classroom as a row of a day; its id is empty for what is in none. */
export type Lane = { id: string; label: string }

/** The classrooms of a day: those that can be chosen, others in which something is, and a last lane for what is in none. Only one, if a calendar is narrowed to it. */
export function lanesOf(rooms: Classroom[], entries: Entry[], only: string | undefined): Lane[] {
  const used = new Set(entries.map(({ room_id }) => room_id))
  const shown = rooms.filter(({ id, active }) => (only ? id === only : active || used.has(id)))
  const lanes = shown.map(({ id, name }) => ({ id, label: name }))
  return only ? lanes : [...lanes, { id: '', label: t`No classroom` }]
}
