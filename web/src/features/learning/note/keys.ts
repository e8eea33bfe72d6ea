import type { NoteFilters } from './filters'

/** Query keys of the reader's own notes. */
export const noteKeys = {
  all: ['notes'] as const,
  ofLesson: (lessonId: string) => [...noteKeys.all, lessonId] as const,
  search: (courseId: string, text: string) => [...noteKeys.all, 'course', courseId, text] as const,
  mine: (filters: NoteFilters) => [...noteKeys.all, 'mine', filters] as const,
  lessons: () => [...noteKeys.all, 'lessons'] as const,
}
