// The extras of course types, brochures and teachers.
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { type Course, useOnCourses } from './api'
import { courseKeys } from './keys'

export type TypedCourse = Schema<'TypedCourse'>
export type DoubtSession = Schema<'DoubtSession'>
export type CourseRecording = Schema<'CourseRecording'>

const at = (id: string) => ({ params: { path: { id } } })

/** A change of what other teachers may be changing too, with the tag of what it was made from. */
export type Edit<B> = { tag: string; body: B }

/** A course at its type's URL, with the extras of that type. */
export const typedQuery = (type: Course['course_type'], id: string) =>
  queryOptions({
    queryKey: courseKeys.typed(id, type),
    queryFn: () => one(api.GET('/tcourse/{type}/{id}', { params: { path: { type, id } } })),
  })

/** The recordings of the user's live courses, newest first. */
export const recordingsQuery = () =>
  infiniteQueryOptions({
    queryKey: courseKeys.recordings(),
    queryFn: ({ pageParam, signal }) =>
      many(api.GET('/courses/recorded-videos', { params: { query: { page: pageParam, limit: 50 } }, signal })),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { has_next_page, current_page } }) =>
      has_next_page ? current_page + 1 : undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })

export const useAddDoubtSession = (id: string) =>
  useOnCourses((body: Schema<'NewDoubtSession'>) =>
    one(api.POST('/tcourse/blended/{id}/doubt-session', { ...at(id), body })),
  )

export const useCancelDoubtSession = (id: string) =>
  useOnCourses((sessionId: string) =>
    one(api.DELETE('/tcourse/blended/{id}/doubt-session/{sessionId}', { params: { path: { id, sessionId } } })),
  )

export const useSaveRecording = (id: string) =>
  useOnCourses(({ weekId, body }: { weekId: string; body: Schema<'NewRecording'> }) =>
    one(api.POST('/tcourse/live/{id}/week/{weekId}/recording', { params: { path: { id, weekId } }, body })),
  )

export const useRemoveRecording = (id: string) =>
  useOnCourses(({ id: recordingId, week_id: weekId }: CourseRecording) =>
    one(
      api.DELETE('/tcourse/live/{id}/week/{weekId}/recording/{recordingId}', {
        params: { path: { id, weekId, recordingId } },
      }),
    ),
  )

/** Users who may teach, by the beginning of a word of their names. */
export const teachersQuery = (search: string) =>
  queryOptions({
    queryKey: courseKeys.teachers(search),
    queryFn: ({ signal }) => one(api.GET('/courses/instructors', { params: { query: { search } }, signal })),
    placeholderData: keepPreviousData,
  })

/** Uploads a PDF as the brochure of the course, replacing the previous one. */
export const useSaveBrochure = (id: string) =>
  useOnCourses(({ tag, body: pdf }: Edit<File>) =>
    one(
      api.PUT('/courses/{id}/brochure', {
        params: { path: { id }, query: { name: pdf.name }, header: { 'If-Match': tag } },
        headers: { 'Content-Type': 'application/pdf' },
        body: '',
        bodySerializer: () => pdf,
      }),
    ),
  )

export const useRemoveBrochure = (id: string) => useOnCourses(() => one(api.DELETE('/courses/{id}/brochure', at(id))))
