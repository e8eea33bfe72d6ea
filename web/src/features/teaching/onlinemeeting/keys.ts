/** Query keys of meetings outside of batches. */
export const meetingKeys = {
  all: ['online-meetings'] as const,
  list: (past: boolean, page: number) => [...meetingKeys.all, 'list', past, page] as const,
  one: (id: string) => [...meetingKeys.all, 'one', id] as const,
  presence: (id: string) => [...meetingKeys.all, 'presence', id] as const,
  attendance: (id: string, page: number) => [...meetingKeys.all, 'attendance', id, page] as const,
  expected: (id: string) => [...meetingKeys.all, 'expected', id] as const,
  unmatched: (id: string) => [...meetingKeys.all, 'unmatched', id] as const,
  disputes: (page: number) => [...meetingKeys.all, 'disputes', page] as const,
  learners: (search: string) => [...meetingKeys.all, 'learners', search] as const,
  courses: () => [...meetingKeys.all, 'courses'] as const,
  servers: () => [...meetingKeys.all, 'servers'] as const,
}
