/** Query keys of recordings of sessions and meetings. */
export const recordingKeys = {
  all: ['recordings'] as const,
  lessons: (ownerId: string) => [...recordingKeys.all, 'lessons', ownerId] as const,
  files: (ownerId: string) => [...recordingKeys.all, 'files', ownerId] as const,
  courses: () => [...recordingKeys.all, 'courses'] as const,
  settings: (batchId: string) => [...recordingKeys.all, 'settings', batchId] as const,
  mine: (userId: string) => [...recordingKeys.all, 'mine', userId] as const,
}
