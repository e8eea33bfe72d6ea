/** Query keys of the reader's goals. */
export const goalKeys = {
  all: ['goals'] as const,
  mine: () => [...goalKeys.all, 'mine'] as const,
  suggestions: () => [...goalKeys.all, 'suggestions'] as const,
  history: (id: string) => [...goalKeys.all, 'history', id] as const,
  courses: () => [...goalKeys.all, 'courses'] as const,
  outline: (courseId: string) => [...goalKeys.all, 'outline', courseId] as const,
}
