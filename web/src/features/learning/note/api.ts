import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

export type Note = Schema<'Note'>

const all = ['notes']

/** The reader's own notes in a lesson. */
export const notesQuery = (lessonId: string) =>
  queryOptions({
    queryKey: [...all, lessonId],
    queryFn: () => one(api.GET('/progress/lessons/{id}/notes', { params: { path: { id: lessonId } } })),
  })

function useChange<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: all }) })
}

export const useAddNote = (lessonId: string) =>
  useChange((body: Schema<'NewNote'>) =>
    one(api.POST('/progress/lessons/{id}/notes', { params: { path: { id: lessonId } }, body })),
  )

export const useChangeNote = (id: string) =>
  useChange((body: Schema<'NewNote'>) => one(api.PUT('/progress/notes/{id}', { params: { path: { id } }, body })))

/** The reader's own notes in a course that hold some words, those that were changed last first. */
export const foundNotesQuery = (courseId: string, search: string) =>
  infiniteQueryOptions({
    queryKey: [...all, 'course', courseId, search],
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/progress/courses/{id}/notes', {
          params: { path: { id: courseId }, query: { search, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    enabled: search !== '',
  })

export const useDeleteNote = () =>
  useChange((id: string) => one(api.DELETE('/progress/notes/{id}', { params: { path: { id } } })))
