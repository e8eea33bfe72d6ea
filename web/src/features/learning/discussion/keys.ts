/** Query keys of comments. */
export const commentKeys = {
  ofLesson: (lessonId: string) => ['comments', lessonId] as const,
  thread: (lessonId: string, threadId: string) => [...commentKeys.ofLesson(lessonId), threadId] as const,
}
