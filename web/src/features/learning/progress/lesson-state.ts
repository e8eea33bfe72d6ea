import type { CourseProgress, LessonEntry, Published } from './api'

export type LessonState = 'completed' | 'in_progress' | 'locked' | 'open'

/** The state of each lesson that was begun, by id. */
export const statesOf = (progress: CourseProgress | undefined) =>
  new Map((progress?.lessons ?? []).map((l) => [l.lessonId, l.status]))

export function stateOf(lesson: LessonEntry, states: ReturnType<typeof statesOf>): LessonState {
  const status = states.get(lesson.id)
  if (status === 'completed') return 'completed'
  if (lesson.lock) return 'locked'
  return status === undefined || status === 'not_started' ? 'open' : 'in_progress'
}

/**
 * Where to resume: the lesson where the user was last, on any device, or the next one if it is completed; else the
 * first open one.
 */
export function resumeAt({ lessons }: Published, progress: CourseProgress | undefined) {
  const states = statesOf(progress)
  const todo = (l: LessonEntry) => !l.lock && states.get(l.id) !== 'completed'
  const place = lessons.findIndex((l) => l.id === progress?.lastLessonId)
  const last = lessons[place]
  if (last && todo(last)) return last
  return lessons.slice(place + 1).find(todo) ?? lessons.find(todo) ?? last ?? lessons.find((l) => !l.lock) ?? lessons[0]
}

/** Sections in course order, those of a week after it. */
export const inOrder = ({ sections }: Published) => sections.flatMap((s) => [s, ...s.sections])
