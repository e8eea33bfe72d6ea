import type { TemplateFilters } from './filters'

/** Query keys of drafts and versions, for teachers. */
export const curriculumKeys = {
  course: (courseId: string) => ['curriculum', courseId] as const,
  draft: (courseId: string) => [...curriculumKeys.course(courseId), 'draft'] as const,
  weeks: (courseId: string) => [...curriculumKeys.course(courseId), 'weeks'] as const,
  lesson: (courseId: string, lessonId: string) => [...curriculumKeys.course(courseId), 'lesson', lessonId] as const,
  findings: (courseId: string) => [...curriculumKeys.course(courseId), 'findings'] as const,
  files: (courseId: string) => [...curriculumKeys.course(courseId), 'files'] as const,
  preview: (courseId: string) => [...curriculumKeys.course(courseId), 'preview'] as const,
  previewLesson: (courseId: string, lessonId: string) => [...curriculumKeys.preview(courseId), lessonId] as const,
  versions: (courseId: string) => [...curriculumKeys.course(courseId), 'versions'] as const,
  versionsPage: (courseId: string, page: number) => [...curriculumKeys.versions(courseId), page] as const,
  diff: (courseId: string, from: number, to: number) =>
    [...curriculumKeys.versions(courseId), 'diff', from, to] as const,
  /** Mutation key of edits that show before the server responds. */
  optimistic: (courseId: string) => [...curriculumKeys.course(courseId), 'optimistic'] as const,
}

/** Query keys of templates. */
export const templateKeys = {
  all: ['curriculum-templates'] as const,
  list: (filters: TemplateFilters) => [...templateKeys.all, filters] as const,
}
