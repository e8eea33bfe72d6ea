import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { allItems, byCursor } from '@/shared/cursor-pages'

import { quizKeys } from './keys'

const at = (id: string) => ({ params: { path: { id } } })

export type QuizResults = Schema<'QuizResults'>
export type QuizAttemptRow = Schema<'QuizAttemptRow'>
export type QuizRegraded = Schema<'QuizRegraded'>

export const resultsQuery = (lessonId: string) =>
  queryOptions({
    queryKey: quizKeys.questionResults(lessonId),
    queryFn: () => one(api.GET('/quizzes/{id}/results', at(lessonId))),
  })

/** The order of attempts by their score; newest first without one. */
export type AttemptOrder = 'percent' | '-percent'

/** The attempts of all learners, or of one. */
export const attemptsQuery = (lessonId: string, user: string | undefined, sort: AttemptOrder | undefined) =>
  infiniteQueryOptions({
    queryKey: quizKeys.attempts(lessonId, user, sort),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/quizzes/{id}/attempts', {
          params: {
            path: { id: lessonId },
            query: { limit: 50, ...(user && { user }), ...(sort && { sort }), ...(pageParam && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    ...byCursor,
    select: allItems,
  })

export const missingQuery = (lessonId: string, page: number) =>
  queryOptions({
    queryKey: quizKeys.missing(lessonId, page),
    queryFn: () =>
      many(api.GET('/quizzes/{id}/missing', { params: { path: { id: lessonId }, query: { page, limit: 50 } } })),
  })

/** Regrades all attempts by the current keys; a dry run only reports what would change. */
export function useRegrade(lessonId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'QuizRegrade'>) => one(api.POST('/quizzes/{id}/regrade', { ...at(lessonId), body })),
    onSuccess: ({ dry_run }) => (dry_run ? undefined : client.invalidateQueries({ queryKey: quizKeys.all })),
  })
}
