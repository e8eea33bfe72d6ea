/** Query keys of the reader's own notes. */
export const noteKeys = {
  all: ['notes'] as const,
  ofLesson: (lessonId: string) => [...noteKeys.all, lessonId] as const,
  search: (courseId: string, text: string) => [...noteKeys.all, 'course', courseId, text] as const,
}
