import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { allItems, byCursor } from '@/shared/cursor-pages'

import { commentKeys } from './keys'

export type Comment = Schema<'Comment'>
export type CommentText = Schema<'CommentEdit'>

/** The comments that begin threads, newest first; with a thread, its replies, oldest first. */
export const commentsQuery = (lessonId: string, thread = '') =>
  infiniteQueryOptions({
    queryKey: commentKeys.thread(lessonId, thread),
    queryFn: ({ pageParam: cursor }) =>
      many(
        api.GET('/progress/lessons/{id}/comments', {
          params: { path: { id: lessonId }, query: { ...(thread && { thread }), ...(cursor && { cursor }) } },
        }),
      ),
    ...byCursor,
    select: allItems,
  })

function useChange<V, T>(lessonId: string, mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: commentKeys.ofLesson(lessonId) }),
  })
}

const at = (id: string) => ({ params: { path: { id } } })

export const useSay = (lessonId: string) =>
  useChange(lessonId, (body: Schema<'NewComment'>) =>
    one(api.POST('/progress/lessons/{id}/comments', { ...at(lessonId), body })),
  )

export const useEditComment = (lessonId: string) =>
  useChange(lessonId, ({ id, ...body }: CommentText & { id: string }) =>
    one(api.PUT('/progress/comments/{id}', { ...at(id), body })),
  )

export const useDeleteComment = (lessonId: string) =>
  useChange(lessonId, (id: string) => one(api.DELETE('/progress/comments/{id}', at(id))))

export const useHideComment = (lessonId: string) =>
  useChange(lessonId, ({ id, ...body }: Schema<'Hiding'> & { id: string }) =>
    one(api.PUT('/progress/comments/{id}/hidden', { ...at(id), body })),
  )
