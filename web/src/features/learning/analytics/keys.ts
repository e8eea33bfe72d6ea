import type { CourseListFilters, StudentFilters } from './filters'

/** Query keys of analytics. */
export const analyticsKeys = {
  all: ['analytics'] as const,
  overview: () => [...analyticsKeys.all, 'overview'] as const,
  home: () => [...analyticsKeys.all, 'home'] as const,
  courses: (filters: CourseListFilters) => [...analyticsKeys.all, 'courses', filters] as const,
  course: (id: string) => [...analyticsKeys.all, 'course', id] as const,
  leaderboard: (courseId: string) => [...analyticsKeys.all, 'leaderboard', courseId] as const,
  taught: (courseId: string) => [...analyticsKeys.all, 'taught', courseId] as const,
  students: (courseId: string, filters: StudentFilters) =>
    [...analyticsKeys.all, 'students', courseId, filters] as const,
  student: (courseId: string, userId: string) => [...analyticsKeys.all, 'student', courseId, userId] as const,
}
