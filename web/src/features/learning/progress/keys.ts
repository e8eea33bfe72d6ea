/** Query keys of progress, and of published curricula as readers see them. */
export const progressKeys = {
  all: ['progress'] as const,
  course: (courseId: string) => [...progressKeys.all, 'course', courseId] as const,
  outlines: (courseId: string) => [...progressKeys.all, 'outline', courseId] as const,
  outline: (courseId: string, enrolled: boolean) => [...progressKeys.outlines(courseId), enrolled] as const,
  lessons: (courseId: string) => [...progressKeys.all, 'lesson', courseId] as const,
  lesson: (courseId: string, lessonId: string) => [...progressKeys.lessons(courseId), lessonId] as const,
}

/** The number of entries in this device's outbox: not below `progressKeys.all`, because it is not on the server. */
export const outboxKey = (userId: string) => ['outbox', userId] as const
