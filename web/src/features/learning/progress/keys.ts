/** Query keys of progress and of published curricula as their reader sees them. */
export const progressKeys = {
  all: ['progress'] as const,
  course: (courseId: string) => [...progressKeys.all, 'course', courseId] as const,
  outlines: (courseId: string) => [...progressKeys.all, 'outline', courseId] as const,
  outline: (courseId: string, enrolled: boolean) => [...progressKeys.outlines(courseId), enrolled] as const,
  lessons: (courseId: string) => [...progressKeys.all, 'lesson', courseId] as const,
  lesson: (courseId: string, lessonId: string) => [...progressKeys.lessons(courseId), lessonId] as const,
}

/** How much waits in the outbox of this device: not below `progressKeys.all`, because no server is asked. */
export const outboxKey = (userId: string) => ['outbox', userId] as const
