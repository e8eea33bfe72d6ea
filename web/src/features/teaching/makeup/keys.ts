/** Query keys of make-up sessions. */
export const makeUpKeys = {
  all: ['make-ups'] as const,
  of: (sessionId: string, userId: string) => [...makeUpKeys.all, sessionId, userId] as const,
}
