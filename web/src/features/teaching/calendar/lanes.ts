import { t } from '@lingui/core/macro'

import type { Classroom } from '@/shared/classrooms'
import { personName } from '@/shared/person-name'

import type { Entry } from './api'

/** What has a lane of its own in the view of a day. */
export type By = 'room' | 'instructor'

/** A classroom or an instructor as a row of a day; its id is empty for what has none. */
export type Lane = { id: string; label: string }

export type Lanes = { by: By; lanes: Lane[] }

/** The lane in which an entry is. */
export const laneIdOf = (entry: Entry, by: By) => (by === 'room' ? entry.room_id : entry.instructor_id)

/** The classrooms of a day: those that can be chosen, others in which something is, and a last lane for what is in none. Only one, if a calendar is narrowed to it. */
export function roomLanes(rooms: Classroom[], entries: Entry[], only: string | undefined): Lanes {
  const used = new Set(entries.map(({ room_id }) => room_id))
  const shown = rooms.filter(({ id, active }) => (only ? id === only : active || used.has(id)))
  const lanes = shown.map(({ id, name }) => ({ id, label: name }))
  return { by: 'room', lanes: only ? lanes : [...lanes, { id: '', label: t`No classroom` }] }
}

/**
 * The instructors of a day by name: those whose calendars are chosen, also if they have nothing on it, or else all who have; then a lane for what nobody teaches, if
 * there is something. Names of those who have nothing on the day are looked up.
 */
export function instructorLanes(entries: Entry[], chosen: string[], nameOf: (id: string) => string | undefined): Lanes {
  const names = new Map(chosen.map((id) => [id, nameOf(id) ?? t`Instructor`]))
  for (const { instructor_id: id, instructor_name: name } of entries) if (id) names.set(id, personName(name))
  const lanes = [...names].map(([id, label]) => ({ id, label })).toSorted((a, b) => a.label.localeCompare(b.label))
  const unassigned = entries.some(({ instructor_id }) => !instructor_id) || lanes.length === 0
  return { by: 'instructor', lanes: unassigned ? [...lanes, { id: '', label: t`Not assigned` }] : lanes }
}
