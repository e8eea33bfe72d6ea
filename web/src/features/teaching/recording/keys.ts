/** Query keys of recordings of sessions. */
export const recordingKeys = {
  all: ['recordings'] as const,
  lessons: (sessionId: string) => [...recordingKeys.all, 'lessons', sessionId] as const,
  files: (sessionId: string) => [...recordingKeys.all, 'files', sessionId] as const,
  settings: (batchId: string) => [...recordingKeys.all, 'settings', batchId] as const,
  mine: (userId: string) => [...recordingKeys.all, 'mine', userId] as const,
}
