import { t } from '@lingui/core/macro'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

import { api, file, many, one, type Schema } from '@/api/client'
import { progressKeys } from '@/features/learning/progress/keys'
import { allItems, byCursor } from '@/shared/cursor-pages'
import { outlives } from '@/shared/outbox/deliver'
import { sendWaiting } from '@/shared/outbox/outbox'
import { saveFile } from '@/shared/save-file'

import { listed, type OwnFilters, type SubmissionFilters } from './filters'
import { assignmentKeys } from './keys'

export type AssignmentOverview = Schema<'AssignmentOverview'>
export type SubmissionRow = Schema<'SubmissionRow'>
export type SubmissionDetail = Schema<'SubmissionDetail'>
export type SubmissionVersion = Schema<'SubmissionVersion'>
export type SubmissionFile = Schema<'SubmissionFile'>
export type AssignmentSettings = Schema<'AssignmentSettings'>
export type Grade = Schema<'Grade'>
export type Criterion = Schema<'Criterion'>

export type OwnAssignment = Schema<'OwnAssignment'>

/** The assignments in all courses of the user, by due date. */
export const ownAssignmentsQuery = (filters: OwnFilters) =>
  queryOptions({
    queryKey: assignmentKeys.own(filters),
    queryFn: ({ signal }) => many(api.GET('/assignments', { params: { query: filters }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 0, // includes what was handed in a moment ago
  })

/** The submissions that wait for a grade in all courses that the user teaches, or in one of them. */
export const toGradeQuery = (course?: string) =>
  infiniteQueryOptions({
    queryKey: assignmentKeys.toGrade(course),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/assignments/to-grade', {
          params: { query: { ...(course && { course_id: course }), ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
    select: allItems,
    placeholderData: keepPreviousData,
  })

const at = (id: string) => ({ params: { path: { id } } })

/** An assignment with its owner's work, including edits on this device that the server has not received yet. */
export const assignmentQuery = (lessonId: string, owner?: string) =>
  queryOptions({
    queryKey: assignmentKeys.one(lessonId),
    queryFn: async () => {
      if (owner) await sendWaiting(owner)
      return one(api.GET('/assignments/{id}', at(lessonId)))
    },
  })

/** The settings of an assignment in the draft, for those who teach the course. */
export const draftQuery = (lessonId: string) =>
  queryOptions({
    queryKey: assignmentKeys.draft(lessonId),
    queryFn: () => one(api.GET('/assignments/{id}/settings', at(lessonId))),
    staleTime: 0, // the builder edits them
  })

/** A mutation of the caller's own work that returns the updated overview. */
function useWork<V>(lessonId: string, mutationFn: (variables: V) => Promise<AssignmentOverview>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (overview) => client.setQueryData(assignmentQuery(lessonId).queryKey, overview),
  })
}

/** How many submissions in a course wait for a grade. */
export const waitingQuery = (courseId: string) =>
  queryOptions({
    queryKey: assignmentKeys.waiting(courseId),
    queryFn: () =>
      many(
        api.GET('/assignments/courses/{id}/submissions', {
          params: { path: { id: courseId }, query: { status: 'to_grade', limit: 1 } },
        }),
      ),
    select: ({ pagination }) => pagination.total_items,
  })

export type SubmissionDraft = Schema<'SubmissionDraft'>

/** Continues after the page is closed, if the browser allows. */
export const saveDraft = (lessonId: string, body: SubmissionDraft) =>
  one(api.PUT('/assignments/{id}/draft', { ...at(lessonId), body, keepalive: outlives(body) }))

/** `taken` is called as soon as the server has received the draft sent along. */
export function useHandIn(lessonId: string, taken: () => void) {
  const client = useQueryClient()
  const work = useWork(lessonId, async ({ draft, number }: { draft: SubmissionDraft; number: number }) => {
    await saveDraft(lessonId, draft)
    taken()
    const overview = await one(api.POST('/assignments/{id}/hand-in', { ...at(lessonId), body: { number } }))
    void client.invalidateQueries({ queryKey: progressKeys.all })
    return overview
  })
  return work
}

export function useAddFile(lessonId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (content: File) =>
      one(
        api.POST('/assignments/{id}/files', {
          params: { path: { id: lessonId }, query: { name: content.name } },
          headers: { 'Content-Type': 'application/octet-stream' },
          body: content.name,
          bodySerializer: () => content,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: assignmentQuery(lessonId).queryKey }),
  })
}

export const useRemoveFile = (lessonId: string) =>
  useWork(lessonId, (fileId: string) =>
    one(api.DELETE('/assignments/{id}/files/{fileId}', { params: { path: { id: lessonId, fileId } } })),
  )

export const submissionsQuery = (courseId: string, filters: SubmissionFilters) =>
  infiniteQueryOptions({
    queryKey: assignmentKeys.submissionsOf(courseId, filters),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/assignments/courses/{id}/submissions', {
          params: {
            path: { id: courseId },
            query: { limit: 50, ...listed(filters), ...(pageParam && { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    ...byCursor,
    select: allItems,
    placeholderData: keepPreviousData,
  })

export const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: assignmentKeys.submission(id),
    queryFn: () => one(api.GET('/submissions/{id}', at(id))),
  })

/** `done` is called also when the form has made way for the submission as it is now. */
function useJudge<V>(id: string, mutationFn: (variables: V) => Promise<SubmissionDetail>, done: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (detail) => {
      client.setQueryData(submissionQuery(id).queryKey, detail)
      done()
      return client.invalidateQueries({ queryKey: assignmentKeys.submissions() })
    },
  })
}

export const useGrade = (id: string, done: () => void) =>
  useJudge(id, (body: Schema<'GradeWork'>) => one(api.PUT('/submissions/{id}/grade', { ...at(id), body })), done)

export const useGradeAndReturn = (id: string, done: () => void) =>
  useJudge(
    id,
    (body: Schema<'GradeWork'>) => one(api.POST('/submissions/{id}/grade-and-return', { ...at(id), body })),
    done,
  )

/** Returns those of the submissions that are graded. */
export function useReturnAll(courseId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: string[]) =>
      one(api.POST('/assignments/courses/{id}/submissions/return', { ...at(courseId), body: { ids } })),
    onSuccess: () => client.invalidateQueries({ queryKey: assignmentKeys.submissions() }),
  })
}

/** Downloads the submissions that the filters leave as a spreadsheet. */
export const useExportSubmissions = (courseId: string, filters: SubmissionFilters) =>
  useMutation({
    mutationFn: () =>
      file(
        api.GET('/assignments/courses/{id}/submissions/export', {
          params: { path: { id: courseId }, query: listed(filters) },
          parseAs: 'blob',
        }),
      ),
    onSuccess: (sheet) => saveFile(sheet, 'submissions.csv'),
  })

const shownText = 200_000 // bytes: longer files are downloaded

/** The beginning of a file of text. */
export const fileTextQuery = ({ id, address }: SubmissionFile) =>
  queryOptions({
    queryKey: assignmentKeys.fileText(id),
    queryFn: async ({ signal }) => {
      const answer = await fetch(address, { signal })
      if (!answer.ok) throw new Error(t`This file could not be loaded. Reload the page.`)
      return (await answer.text()).slice(0, shownText)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export type MissingLearner = Schema<'MissingLearner'>

export const missingQuery = (lessonId: string, page: number) =>
  queryOptions({
    queryKey: assignmentKeys.missingPage(lessonId, page),
    queryFn: () =>
      many(api.GET('/assignments/{id}/missing', { params: { path: { id: lessonId }, query: { page, limit: 50 } } })),
  })

/** Excuses a learner from an assignment, or withdraws that. */
export function useExcuse(lessonId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ userId, excused }: { userId: string; excused: boolean }) =>
      one(
        api.POST('/assignments/{id}/learners/{userId}/excuse', {
          params: { path: { id: lessonId, userId } },
          body: { excused },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: assignmentKeys.missing(lessonId) }),
  })
}
