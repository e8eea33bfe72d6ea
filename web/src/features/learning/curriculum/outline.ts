// The effect of edits on the outline, for optimistic updates, and where keyboard steps lead. The server applies the
// same rules (internal/learning/outline/tree.go).
import { plural, t } from '@lingui/core/macro'
import type { Curriculum, LessonEntry, SectionEntry } from './api'

/** A position from 1 among the lessons that stay; 0 is the end. */
export type LessonPlace = { sectionId: string; order: number }
/** `parentId` is the week that holds the section; empty for the course. */
export type SectionPlace = { parentId: string; order: number }

export type Direction = 'up' | 'down'

/** All sections in order, a week before its sections. */
export const flat = (sections: SectionEntry[]): SectionEntry[] => sections.flatMap((s) => [s, ...s.sections])

export const sectionOf = (draft: Curriculum, id: string) => flat(draft.sections).find((s) => s.id === id)

/** The list that contains a section. */
const siblingsOf = (draft: Curriculum, { parent_id }: SectionEntry) =>
  parent_id ? (sectionOf(draft, parent_id)?.sections ?? []) : draft.sections

function insertAt<T>(items: T[], more: T[], order: number) {
  const at = order < 1 || order > items.length ? items.length : order - 1
  return [...items.slice(0, at), ...more, ...items.slice(at)]
}

/** The draft with positions and the list of lessons recomputed from its sections. */
function arranged(draft: Curriculum, sections: SectionEntry[]): Curriculum {
  const place = (list: SectionEntry[], parent: string): SectionEntry[] =>
    list.map(({ parent_id: _, ...s }, i) => ({
      ...s,
      ...(parent && { parent_id: parent }),
      order: i + 1,
      lessons: s.lessons.map((l, j) => ({ ...l, section_id: s.id, order: j + 1 })),
      sections: place(s.sections, s.id),
    }))
  const placed = place(sections, '')
  return {
    ...draft,
    sections: placed,
    weeks: placed.filter((s) => s.kind === 'week'),
    lessons: flat(placed).flatMap((s) => s.lessons),
  }
}

const mapSections = (sections: SectionEntry[], change: (s: SectionEntry) => SectionEntry): SectionEntry[] =>
  sections.map((s) => change({ ...s, sections: mapSections(s.sections, change) }))

/** The draft without some lessons. */
export function withoutLessons(draft: Curriculum, ids: readonly string[]) {
  const stays = (l: LessonEntry) => !ids.includes(l.id)
  return arranged(
    draft,
    mapSections(draft.sections, (s) => ({ ...s, lessons: s.lessons.filter(stays) })),
  )
}

/** The draft with lessons moved, in the given order. */
export function moveLessons(draft: Curriculum, ids: readonly string[], { sectionId, order }: LessonPlace) {
  const moving = ids.flatMap((id) => draft.lessons.find((l) => l.id === id) ?? [])
  const rest = withoutLessons(draft, ids)
  return arranged(
    rest,
    mapSections(rest.sections, (s) => (s.id === sectionId ? { ...s, lessons: insertAt(s.lessons, moving, order) } : s)),
  )
}

/** The draft with a section moved. */
export function moveSection(draft: Curriculum, id: string, { parentId, order }: SectionPlace) {
  const moving = sectionOf(draft, id)
  if (!moving) return draft
  const stays = (s: SectionEntry) => s.id !== id
  const rest = mapSections(draft.sections.filter(stays), (s) => ({ ...s, sections: s.sections.filter(stays) }))
  if (!parentId) return arranged(draft, insertAt(rest, [moving], order))
  return arranged(
    draft,
    mapSections(rest, (s) => (s.id === parentId ? { ...s, sections: insertAt(s.sections, [moving], order) } : s)),
  )
}

/** Where one step takes a lesson; past the end of its section, into the next one. */
export function stepLesson(draft: Curriculum, id: string, direction: Direction): LessonPlace | undefined {
  const sections = flat(draft.sections)
  const at = sections.findIndex((s) => s.lessons.some((l) => l.id === id))
  const section = sections[at]
  if (!section) return undefined
  const index = section.lessons.findIndex((l) => l.id === id)
  if (direction === 'up') {
    if (index > 0) return { sectionId: section.id, order: index }
    const before = sections[at - 1]
    return before && { sectionId: before.id, order: 0 }
  }
  if (index < section.lessons.length - 1) return { sectionId: section.id, order: index + 2 }
  const after = sections[at + 1]
  return after && { sectionId: after.id, order: 1 }
}

const mayHold = (week: SectionEntry | undefined, section: SectionEntry) =>
  week?.kind === 'week' && section.kind === 'section' && section.sections.length === 0

/** Where one step takes a section; into the next week, and out of its own at the edge. */
export function stepSection(draft: Curriculum, id: string, direction: Direction): SectionPlace | undefined {
  const section = sectionOf(draft, id)
  if (!section) return undefined
  const list = siblingsOf(draft, section)
  const index = list.findIndex((s) => s.id === id)
  const next = list[direction === 'up' ? index - 1 : index + 1]
  const parent = section.parent_id ? sectionOf(draft, section.parent_id) : undefined
  if (!next) return parent && { parentId: '', order: direction === 'up' ? parent.order : parent.order + 1 }
  if (mayHold(next, section)) return { parentId: next.id, order: direction === 'up' ? 0 : 1 }
  return { parentId: section.parent_id ?? '', order: direction === 'up' ? index : index + 2 }
}

/** Where lessons dropped on another one go: to its position, or after it if they come from before it. */
export function placeOn(draft: Curriculum, ids: readonly string[], onto: string): LessonPlace | undefined {
  const target = draft.lessons.find((l) => l.id === onto)
  const section = target && sectionOf(draft, target.section_id)
  if (!target || !section || ids.includes(onto)) return undefined
  const stay = section.lessons.filter((l) => !ids.includes(l.id))
  const from = section.lessons.findIndex((l) => l.id === ids[0])
  const fromBefore = from >= 0 && from < target.order - 1
  return { sectionId: section.id, order: stay.findIndex((l) => l.id === onto) + 1 + (fromBefore ? 1 : 0) }
}

/** Where a section dropped on another one goes. */
export function placeOnSection(draft: Curriculum, id: string, onto: string): SectionPlace | undefined {
  const [moving, target] = [sectionOf(draft, id), sectionOf(draft, onto)]
  if (!moving || !target || id === onto || target.parent_id === id) return undefined
  if (target.parent_id && !mayHold(sectionOf(draft, target.parent_id), moving)) return undefined
  if (mayHold(target, moving) && moving.parent_id !== target.id) return { parentId: target.id, order: 0 }
  const list = siblingsOf(draft, target)
  const from = list.findIndex((s) => s.id === id)
  const stay = list.filter((s) => s.id !== id)
  const fromBefore = from >= 0 && from < target.order - 1
  return { parentId: target.parent_id ?? '', order: stay.findIndex((s) => s.id === onto) + 1 + (fromBefore ? 1 : 0) }
}

/** The weeks that may hold a section. */
export const weeksFor = (draft: Curriculum, section: SectionEntry) =>
  draft.sections.filter((s) => s.id !== section.id && mayHold(s, section))

/** Announces the new position of lessons to screen readers: that of the first. */
export function lessonsMoved(draft: Curriculum, ids: readonly string[]) {
  const lesson = draft.lessons.find((l) => l.id === ids[0])
  const section = lesson && sectionOf(draft, lesson.section_id)
  if (!section) return ''
  const { title, order: position } = lesson
  const { title: place, lessons } = section
  const total = lessons.length
  const more = ids.length - 1
  if (more === 0) return t`“${title}” moved to position ${position} of ${total} in “${place}”.`
  return plural(more, {
    one: `“${title}” and # more lesson moved to position ${position} of ${total} in “${place}”.`,
    other: `“${title}” and # more lessons moved to position ${position} of ${total} in “${place}”.`,
  })
}

/** Announces the new position of a section to screen readers. */
export function sectionMoved(draft: Curriculum, id: string) {
  const section = sectionOf(draft, id)
  if (!section) return ''
  const { title, order: position, parent_id } = section
  const total = siblingsOf(draft, section).length
  const week = parent_id ? sectionOf(draft, parent_id)?.title : undefined
  if (week === undefined) return t`“${title}” moved to position ${position} of ${total} in the course.`
  return t`“${title}” moved to position ${position} of ${total} in “${week}”.`
}
