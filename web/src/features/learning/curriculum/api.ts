import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { courseKeys } from '../course/keys'
import { curriculumKeys } from './keys'

export type Curriculum = Schema<'Curriculum'>
export type SectionEntry = Schema<'OutlineEntry'>
export type LessonEntry = Schema<'LessonEntry'>
export type LessonDetail = Schema<'LessonDetail'>
export type LessonKind = LessonEntry['type']
export type Issue = Schema<'Issue'>
export type CourseFile = Schema<'CourseFile'>

const othersEvery = 20_000 // milliseconds between checks for other teachers' edits
export const atCourse = (courseId: string) => ({ params: { path: { id: courseId } } })

/** The draft of a course, created if there is none. */
export const draftQuery = (courseId: string) =>
  queryOptions({
    queryKey: curriculumKeys.draft(courseId),
    queryFn: async () => {
      const { path } = atCourse(courseId).params
      const found = await one(api.GET('/curriculum/course/{id}', { params: { path, query: { draft: true } } }))
      return found.draft ? found : one(api.POST('/curriculum/course/{id}/get-or-create', atCourse(courseId)))
    },
    refetchInterval: othersEvery,
  })

/** The weeks of a course's draft, if there is one. */
export const weeksQuery = (courseId: string) =>
  queryOptions({
    queryKey: curriculumKeys.weeks(courseId),
    queryFn: async () => {
      const { path } = atCourse(courseId).params
      const found = await one(api.GET('/curriculum/course/{id}', { params: { path, query: { draft: true } } }))
      return found.weeks.map(({ id, title }) => ({ id, title }))
    },
  })

/** A lesson of the draft with its content. */
export const lessonNow = (courseId: string, lessonId: string) =>
  one(
    api.GET('/curriculum/course/{id}/lesson/{lessonId}', {
      params: { path: { id: courseId, lessonId }, query: { draft: true } },
    }),
  )

export const lessonQuery = (courseId: string, lessonId: string) =>
  queryOptions({
    queryKey: curriculumKeys.lesson(courseId, lessonId),
    queryFn: () => lessonNow(courseId, lessonId),
    staleTime: Number.POSITIVE_INFINITY, // the editor starts from the current state (gcTime) and ignores later ones
    gcTime: 0,
    refetchOnWindowFocus: false, // must not replace text while it is being typed
    refetchOnReconnect: false,
  })

/** The problems of the draft, refetched after each edit. */
export const findingsQuery = (courseId: string) =>
  queryOptions({
    queryKey: curriculumKeys.findings(courseId),
    queryFn: () => one(api.POST('/curriculum/course/{id}/validate', atCourse(courseId))),
  })

export const filesQuery = (courseId: string) =>
  queryOptions({
    queryKey: curriculumKeys.files(courseId),
    queryFn: () =>
      many(api.GET('/curriculum/course/{id}/files', { params: { path: { id: courseId }, query: { limit: 100 } } })),
  })

/** An edit of the draft. Whether it succeeds or not, the draft is refetched. */
export function useEdit<V, T>(courseId: string, mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => refresh(client, courseId) })
}

/** Refetches the draft and its problems, but no lesson that is being edited. */
export function refresh(client: ReturnType<typeof useQueryClient>, courseId: string) {
  void client.invalidateQueries({ queryKey: curriculumKeys.findings(courseId) })
  void client.invalidateQueries({ queryKey: curriculumKeys.preview(courseId) })
  void client.invalidateQueries({ queryKey: curriculumKeys.versions(courseId) })
  void client.invalidateQueries({ queryKey: courseKeys.publication(courseId) })
  return client.invalidateQueries({ queryKey: curriculumKeys.draft(courseId) })
}

type NewSection = Schema<'NewSection'>
type NewLesson = Schema<'NewLesson'>

export const useAddSection = (courseId: string) =>
  useEdit(courseId, (body: NewSection) =>
    one(api.POST('/curriculum/course/{id}/sections', { ...atCourse(courseId), body })),
  )

export const useAddLesson = (courseId: string) =>
  useEdit(courseId, ({ sectionId, body }: { sectionId: string; body: NewLesson }) =>
    one(
      api.POST('/curriculum/course/{id}/sections/{sectionId}/lessons', {
        params: { path: { id: courseId, sectionId } },
        body,
      }),
    ),
  )

export const useChangeSection = (courseId: string) =>
  useEdit(courseId, ({ id, ...body }: Schema<'SectionChange'> & { id: string }) =>
    one(
      api.PUT('/curriculum/course/{id}/sections/{sectionId}', {
        params: { path: { id: courseId, sectionId: id } },
        body,
      }),
    ),
  )

export const changeLesson = (courseId: string, lessonId: string, body: Schema<'LessonChange'>) =>
  one(api.PUT('/curriculum/course/{id}/lessons/{lessonId}', { params: { path: { id: courseId, lessonId } }, body }))

export const useChangeLesson = (courseId: string) =>
  useEdit(courseId, ({ id, ...body }: Schema<'LessonChange'> & { id: string }) => changeLesson(courseId, id, body))

export const useCopySection = (courseId: string) =>
  useEdit(courseId, (sectionId: string) =>
    one(
      api.POST('/curriculum/course/{id}/sections/{sectionId}/duplicate', {
        params: { path: { id: courseId, sectionId } },
      }),
    ),
  )

export const useCopyLesson = (courseId: string) =>
  useEdit(courseId, (lessonId: string) =>
    one(
      api.POST('/curriculum/course/{id}/lessons/{lessonId}/duplicate', {
        params: { path: { id: courseId, lessonId } },
      }),
    ),
  )

export const useRemoveSection = (courseId: string) =>
  useEdit(courseId, (sectionId: string) =>
    one(api.DELETE('/curriculum/course/{id}/sections/{sectionId}', { params: { path: { id: courseId, sectionId } } })),
  )

/** Changes, moves or removes lessons. Moves show at once; if the server refuses, the actual draft is shown again. */
export function useLessonBatch(
  courseId: string,
  apply: (draft: Curriculum, batch: Schema<'LessonBatch'>) => Curriculum,
) {
  return useOptimisticEdit(courseId, apply, (body: Schema<'LessonBatch'>) =>
    one(api.PUT('/curriculum/course/{id}/batch-update-lessons', { ...atCourse(courseId), body })),
  )
}

export type SectionMove = Schema<'SectionMove'> & { id: string }

export function useMoveSection(courseId: string, apply: (draft: Curriculum, move: SectionMove) => Curriculum) {
  return useOptimisticEdit(courseId, apply, ({ id, ...body }: SectionMove) =>
    one(
      api.POST('/curriculum/course/{id}/sections/{sectionId}/move', {
        params: { path: { id: courseId, sectionId: id } },
        body,
      }),
    ),
  )
}

/** An edit shown before the server responds. Several are sent one after another, in order. */
function useOptimisticEdit<V, T>(
  courseId: string,
  apply: (draft: Curriculum, v: V) => Curriculum,
  mutationFn: (v: V) => Promise<T>,
) {
  const client = useQueryClient()
  const { queryKey } = draftQuery(courseId)
  const mutationKey = curriculumKeys.optimistic(courseId)
  return useMutation({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn,
    onMutate: async (variables: V) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (draft) => draft && apply(draft, variables))
    },
    onSettled: () => (client.isMutating({ mutationKey }) === 1 ? refresh(client, courseId) : undefined),
  })
}

/** Undoes the last edit. `revision` is that of the draft on the screen. */
export const useUndo = (courseId: string) =>
  useEdit(courseId, (revision: number) =>
    one(api.POST('/curriculum/course/{id}/undo', { ...atCourse(courseId), body: { revision } })),
  )

/** Uploads a file of the course. */
export function useAddFile(courseId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (content: File) =>
      one(
        api.POST('/curriculum/course/{id}/files', {
          params: { path: { id: courseId }, query: { name: content.name } },
          headers: { 'Content-Type': 'application/octet-stream' },
          body: content.name,
          bodySerializer: () => content,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: filesQuery(courseId).queryKey }),
  })
}

/** The draft as a student who enrols now would see it. */
export const previewQuery = (courseId: string) =>
  queryOptions({
    queryKey: curriculumKeys.preview(courseId),
    queryFn: () => one(api.GET('/curriculum/course/{id}/preview', atCourse(courseId))),
  })

export const previewLessonQuery = (courseId: string, lessonId: string) =>
  queryOptions({
    queryKey: curriculumKeys.previewLesson(courseId, lessonId),
    queryFn: () =>
      one(api.GET('/curriculum/course/{id}/preview/{lessonId}', { params: { path: { id: courseId, lessonId } } })),
  })
