import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { allItems, byCursor, itemsAndPagination } from '@/shared/cursor-pages'

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

export type CourseComment = Schema<'CourseComment'>

/** The comments of a course that begin threads, newest first, or those that await an answer of an instructor. */
export const courseCommentsQuery = (courseId: string, unanswered: boolean) =>
  infiniteQueryOptions({
    queryKey: commentKeys.ofCourse(courseId, unanswered),
    queryFn: ({ pageParam: cursor }) =>
      many(
        api.GET('/progress/courses/{id}/comments', {
          params: { path: { id: courseId }, query: { unanswered, limit: 20, ...(cursor && { cursor }) } },
        }),
      ),
    ...byCursor,
    select: itemsAndPagination,
  })

/** A mutation that refetches comments, in the lesson and in the lists of the course. */
function useChange<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: commentKeys.all }) })
}

const at = (id: string) => ({ params: { path: { id } } })

export const useSay = (lessonId: string) =>
  useChange((body: Schema<'NewComment'>) => one(api.POST('/progress/lessons/{id}/comments', { ...at(lessonId), body })))

export const useEditComment = () =>
  useChange(({ id, ...body }: CommentText & { id: string }) =>
    one(api.PUT('/progress/comments/{id}', { ...at(id), body })),
  )

export const useDeleteComment = () => useChange((id: string) => one(api.DELETE('/progress/comments/{id}', at(id))))

export const useHideComment = () =>
  useChange(({ id, ...body }: Schema<'Hiding'> & { id: string }) =>
    one(api.PUT('/progress/comments/{id}/hidden', { ...at(id), body })),
  )
