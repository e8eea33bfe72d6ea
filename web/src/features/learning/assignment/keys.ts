import { listed, type OwnFilters, type SubmissionFilters } from './filters'

/** Query keys of assignments and submissions. */
export const assignmentKeys = {
  all: ['assignments'] as const,
  own: (filters: OwnFilters) => [...assignmentKeys.all, 'own', filters] as const,
  toGrade: (course = '') => [...assignmentKeys.submissions(), 'to-grade', course] as const,
  waiting: (courseId: string) => [...assignmentKeys.submissions(), courseId, 'waiting'] as const,
  one: (lessonId: string) => [...assignmentKeys.all, 'one', lessonId] as const,
  draft: (lessonId: string) => [...assignmentKeys.all, 'draft', lessonId] as const,
  submissions: () => [...assignmentKeys.all, 'submissions'] as const,
  submissionsOf: (courseId: string, filters: SubmissionFilters) =>
    [...assignmentKeys.submissions(), courseId, listed(filters)] as const,
  submission: (id: string) => [...assignmentKeys.all, 'submission', id] as const,
  fileText: (fileId: string) => [...assignmentKeys.all, 'file', fileId] as const,
  missing: (lessonId: string) => [...assignmentKeys.all, 'missing', lessonId] as const,
  missingPage: (lessonId: string, page: number) => [...assignmentKeys.missing(lessonId), page] as const,
}
