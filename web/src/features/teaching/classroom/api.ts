import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'
import type { Classroom } from '@/shared/classrooms'
import { sharedKeys } from '@/shared/keys'

export type ClassroomChange = Schema<'ClassroomChange'>

function useOnClassrooms<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: sharedKeys.classrooms })
  return useMutation({ mutationFn, onSuccess: refetch, onError: refetch })
}

export const useAddClassroom = () =>
  useOnClassrooms((body: Schema<'NewClassroom'>) => one(api.POST('/rooms', { body })))

/** Changes the version of a classroom that is shown. */
export const useChangeClassroom = ({ id, version }: Pick<Classroom, 'id' | 'version'>) =>
  useOnClassrooms((body: ClassroomChange) =>
    one(api.PATCH('/rooms/{id}', { params: { path: { id }, header: { 'If-Match': `"v${version}-"` } }, body })),
  )

export const useDeleteClassroom = (id: string) =>
  useOnClassrooms(() => one(api.DELETE('/rooms/{id}', { params: { path: { id } } })))
