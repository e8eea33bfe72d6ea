import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

import { api, errorDetails, many, one, type Schema } from '@/api/client'
import { progressKeys } from '@/features/learning/progress/keys'
import { isStale } from '@/shared/base-version'
import { allItems, byCursor } from '@/shared/cursor-pages'
import { outlives } from '@/shared/outbox/deliver'
import { sendWaiting } from '@/shared/outbox/outbox'

import type { QuestionFilters } from './filters'
import { quizKeys } from './keys'

export type QuizOverview = Schema<'QuizOverview'>
export type QuizAttempt = Schema<'QuizAttempt'>
export type AskedQuestion = Schema<'AskedQuestion'>
export type QuizAnswer = Schema<'QuizAnswer'>
export type SavedAnswer = Schema<'SavedAnswer'>
export type Question = Schema<'Question'>
export type NewQuestion = Schema<'NewQuestion'>
export type QuestionText = Schema<'QuestionText'>
export type TextFormat = QuestionText['format']
export type QuestionKind = Question['kind']

const at = (id: string) => ({ params: { path: { id } } })

export const quizQuery = (lessonId: string) =>
  queryOptions({ queryKey: quizKeys.one(lessonId), queryFn: () => one(api.GET('/quizzes/{id}', at(lessonId))) })

/** The settings of a quiz in the draft, for those who teach the course. */
export const draftQuery = (lessonId: string) =>
  queryOptions({
    queryKey: quizKeys.draft(lessonId),
    queryFn: () => one(api.GET('/quizzes/{id}/settings', at(lessonId))),
    staleTime: 0, // the builder edits them
  })

/** An attempt with its owner's answers, including those on this device that the server has not received yet. */
export const attemptQuery = (id: string, owner: string | undefined) =>
  queryOptions({
    queryKey: quizKeys.attempt(id),
    queryFn: async () => {
      if (owner) await sendWaiting(owner)
      return one(api.GET('/quiz-attempts/{id}', at(id)))
    },
    staleTime: Number.POSITIVE_INFINITY, // a refetch must not replace newer local answers
  })

/** Begins an attempt, or resumes the running one. */
export function useStart(lessonId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.POST('/quizzes/{id}/attempts', at(lessonId))),
    onSuccess: (attempt) => client.setQueryData(attemptQuery(attempt.id, undefined).queryKey, attempt),
    onSettled: () => client.invalidateQueries({ queryKey: quizQuery(lessonId).queryKey }),
  })
}

/** Continues after the page is closed, if the browser allows. */
export const saveAnswers = (attemptId: string, answers: SavedAnswer[]) =>
  one(
    api.PUT('/quiz-attempts/{id}/answers', {
      ...at(attemptId),
      body: { answers },
      keepalive: outlives(answers),
    }),
  )

/** `taken` is called as soon as the server has received the answers sent along. */
export function useSubmit({ id, lesson_id }: QuizAttempt, taken: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (answers: SavedAnswer[]) =>
      one(api.POST('/quiz-attempts/{id}/submit', { ...at(id), body: { answers } })),
    onSuccess: (attempt) => {
      taken()
      client.setQueryData(attemptQuery(id, undefined).queryKey, attempt)
      void client.invalidateQueries({ queryKey: progressKeys.all })
      return client.invalidateQueries({ queryKey: quizQuery(lesson_id).queryKey })
    },
  })
}

export const questionsQuery = (courseId: string, filters: QuestionFilters) =>
  infiniteQueryOptions({
    queryKey: quizKeys.questions(courseId, filters),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/question-banks/{id}/questions', {
          params: { path: { id: courseId }, query: { ...filters, limit: 50, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
    select: allItems,
    placeholderData: keepPreviousData,
  })

const maxPicked = 100 // ids in one request

/** The questions of a course with these ids, as far as they exist. */
export const pickedQuery = (courseId: string, ids: string[]) =>
  queryOptions({
    queryKey: quizKeys.picked(courseId, ids),
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(ids.length / maxPicked) }, (_, i) =>
        ids.slice(i * maxPicked, (i + 1) * maxPicked).join(),
      )
      const pages = await Promise.all(
        parts.map((part) =>
          many(
            api.GET('/question-banks/{id}/questions', {
              params: { path: { id: courseId }, query: { ids: part, limit: maxPicked } },
              signal,
            }),
          ),
        ),
      )
      return pages.flatMap(({ items }) => items)
    },
    placeholderData: keepPreviousData,
  })

export const tagsQuery = (courseId: string) =>
  queryOptions({
    queryKey: quizKeys.tags(courseId),
    queryFn: () => one(api.GET('/question-banks/{id}/tags', at(courseId))),
  })

function useBank<V, T>(courseId: string, mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: quizKeys.bank(courseId) }) })
}

const named = (id: string, questionId: string) => ({ params: { path: { id, questionId } } })

export const addToBank = (courseId: string, body: NewQuestion): Promise<unknown> =>
  one(api.POST('/question-banks/{id}/questions', { ...at(courseId), body }))

/** Adds questions to the end of a quiz in the draft, and to the bank of its course. */
export const addToQuiz = (lessonId: string, questions: NewQuestion[], revision: number) =>
  one(api.POST('/quizzes/{id}/questions', { ...at(lessonId), body: { questions, revision } }))

export const textFormats = ['aiken', 'gift', 'csv'] as const satisfies TextFormat[]

type Written = { text: string; format?: TextFormat | undefined }

const readText = (courseId: string, { text, format }: Written, dryRun: boolean) =>
  one(
    api.POST('/question-banks/{id}/questions/text', {
      params: { path: { id: courseId }, query: { dry_run: dryRun, ...(format && { format }) } },
      headers: { 'Content-Type': 'text/plain' },
      body: '',
      bodySerializer: () => text,
    }),
  )

/** Reports which questions a text contains, and adds none. */
export const useCheckText = (courseId: string) =>
  useMutation({ mutationFn: (written: Written) => readText(courseId, written, true) })

/** Adds the questions of a text to the bank of a course. */
export const useAddText = (courseId: string) =>
  useBank(courseId, (written: Written) => readText(courseId, written, false))

/** Replaces the question that the form was made from, or adds another one. */
export const usePutQuestion = (courseId: string, add: (body: NewQuestion) => Promise<unknown>) =>
  useBank(courseId, ({ body, over }: { body: NewQuestion; over: Question | undefined }) =>
    over
      ? one(
          api.PUT('/question-banks/{id}/questions/{questionId}', {
            ...named(courseId, over.id),
            body: { ...body, revision: over.revision },
          }),
        )
      : add(body),
  )

/** The question as another teacher has saved it, if a change was refused for that. */
export function newerQuestion(error: unknown): Question | undefined {
  const details = errorDetails(error)
  return isStale(error) && isOfQuestion(details) ? details.current : undefined
}

const isOfQuestion = (details: ReturnType<typeof errorDetails>): details is Schema<'StaleQuestion'> =>
  details !== undefined && 'current' in details && typeof details.current === 'object'

export const useRemoveQuestion = (courseId: string) =>
  useBank(courseId, (questionId: string) =>
    one(api.DELETE('/question-banks/{id}/questions/{questionId}', named(courseId, questionId))),
  )

/** Imports the questions of a file; the server validates it. */
export const useImport = (courseId: string) =>
  useBank(courseId, async (chosen: File) => {
    const text = await chosen.text()
    return one(
      api.POST('/question-banks/{id}/import', {
        ...at(courseId),
        body: { format: 'lectern-questions-1', questions: [] },
        bodySerializer: () => text,
      }),
    )
  })

export const exportQuestions = async (courseId: string) => {
  const { data } = await api.GET('/question-banks/{id}/export', { ...at(courseId), parseAs: 'blob' })
  return data
}
