import type { QuestionFilters } from './filters'

/** Query keys of quizzes, their attempts, question banks and results. */
export const quizKeys = {
  all: ['quizzes'] as const,
  one: (lessonId: string) => [...quizKeys.all, 'one', lessonId] as const,
  draft: (lessonId: string) => [...quizKeys.all, 'draft', lessonId] as const,
  attempt: (id: string) => [...quizKeys.all, 'attempt', id] as const,
  bank: (courseId: string) => [...quizKeys.all, 'bank', courseId] as const,
  questions: (courseId: string, filters: QuestionFilters) => [...quizKeys.bank(courseId), filters] as const,
  picked: (courseId: string, ids: string[]) => [...quizKeys.bank(courseId), 'picked', ids] as const,
  tags: (courseId: string) => [...quizKeys.bank(courseId), 'tags'] as const,
  results: (lessonId: string) => [...quizKeys.all, 'results', lessonId] as const,
  questionResults: (lessonId: string) => [...quizKeys.results(lessonId), 'questions'] as const,
  attempts: (lessonId: string, userId: string | undefined, sort: string | undefined) =>
    [...quizKeys.results(lessonId), 'attempts', userId, sort] as const,
  missing: (lessonId: string, page: number) => [...quizKeys.results(lessonId), 'missing', page] as const,
}
