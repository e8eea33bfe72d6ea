/** Query keys of certificates. */
export const certificateKeys = {
  all: ['certificates'] as const,
  mine: (page: number) => [...certificateKeys.all, 'mine', page] as const,
  ofCourse: (courseId: string) => [...certificateKeys.all, 'of-course', courseId] as const,
  check: (code: string) => [...certificateKeys.all, 'check', code] as const,
  course: (courseId: string, status: string, page: number) =>
    [...certificateKeys.all, 'course', courseId, status, page] as const,
  rule: (courseId: string) => [...certificateKeys.all, 'rule', courseId] as const,
  eligible: (courseId: string) => [...certificateKeys.all, 'eligible', courseId] as const,
}
