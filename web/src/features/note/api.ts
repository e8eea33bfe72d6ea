import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

export type Note = Schema<'Note'>

const key = (lessonId: string) => ['notes', lessonId]

/** The reader's own notes in a lesson. */
export const notesQuery = (lessonId: string) =>
  queryOptions({
    queryKey: key(lessonId),
    queryFn: () => one(api.GET('/progress/lessons/{id}/notes', { params: { path: { id: lessonId } } })),
  })

function useChange<V, T>(lessonId: string, mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: key(lessonId) }) })
}

export const useAddNote = (lessonId: string) =>
  useChange(lessonId, (body: Schema<'NewNote'>) =>
    one(api.POST('/progress/lessons/{id}/notes', { params: { path: { id: lessonId } }, body })),
  )

export const useDeleteNote = (lessonId: string) =>
  useChange(lessonId, (id: string) => one(api.DELETE('/progress/notes/{id}', { params: { path: { id } } })))
