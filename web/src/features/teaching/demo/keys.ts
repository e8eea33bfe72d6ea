/** Query keys of demo classes. */
export const demoKeys = {
  all: ['demos'] as const,
  days: (from: string, timezone: string) => [...demoKeys.all, 'days', from, timezone] as const,
  slots: (date: string, timezone: string, holdId: string) =>
    [...demoKeys.all, 'slots', date, timezone, holdId] as const,
  room: ['demos', 'room'] as const,
  link: (token: string) => [...demoKeys.all, 'link', token] as const,
  list: (instructorId: string, filters: object) => [...demoKeys.all, 'list', instructorId, filters] as const,
  stats: (period: object) => [...demoKeys.all, 'stats', period] as const,
  learners: (search: string) => [...demoKeys.all, 'learners', search] as const,
  courses: (userId: string) => [...demoKeys.all, 'courses', userId] as const,
  instructors: (search: string) => [...demoKeys.all, 'instructors', search] as const,
}
