import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { allItems, byCursor } from '@/shared/cursor-pages'

import { noteKeys } from './keys'

export type Note = Schema<'Note'>

/** The reader's own notes in a lesson. */
export const notesQuery = (lessonId: string) =>
  queryOptions({
    queryKey: noteKeys.ofLesson(lessonId),
    queryFn: () => one(api.GET('/progress/lessons/{id}/notes', { params: { path: { id: lessonId } } })),
  })

function useChange<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: noteKeys.all }) })
}

export const useAddNote = (lessonId: string) =>
  useChange((body: Schema<'NewNote'>) =>
    one(api.POST('/progress/lessons/{id}/notes', { params: { path: { id: lessonId } }, body })),
  )

export const useChangeNote = (id: string) =>
  useChange((body: Schema<'NewNote'>) => one(api.PUT('/progress/notes/{id}', { params: { path: { id } }, body })))

/** The reader's own notes in a course that contain the search words, last changed first. */
export const foundNotesQuery = (courseId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: noteKeys.search(courseId, search),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/progress/courses/{id}/notes', {
          params: { path: { id: courseId }, query: { search, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
    select: allItems,
    enabled: search !== '',
  })

export const useDeleteNote = () =>
  useChange((id: string) => one(api.DELETE('/progress/notes/{id}', { params: { path: { id } } })))
