/** Query keys of comments. */
export const commentKeys = {
  all: ['comments'] as const,
  ofLesson: (lessonId: string) => [...commentKeys.all, lessonId] as const,
  ofCourse: (courseId: string, unanswered: boolean) => [...commentKeys.all, 'course', courseId, unanswered] as const,
  waiting: () => [...commentKeys.all, 'waiting'] as const,
  thread: (lessonId: string, threadId: string) => [...commentKeys.ofLesson(lessonId), threadId] as const,
}
