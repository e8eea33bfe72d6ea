import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { blogKeys } from '@/features/site/blog/keys'
import { allItems, byCursor, itemsAndPagination } from '@/shared/cursor-pages'

import { blogCommentKeys } from './keys'

export type BlogComment = Schema<'BlogComment'>
export type ModeratedComment = Schema<'ModeratedComment'>
export type CommentStatus = ModeratedComment['status']
export type ReportReason = Schema<'BlogCommentReport'>['reason']
export type CommentsMode = Schema<'PostCommentMode'>['mode']

export const queues = ['pending', 'reported', 'spam', 'rejected', 'published'] as const
export type Queue = (typeof queues)[number]

const at = (id: string) => ({ params: { path: { id } } })

/** The replies to a comment or, with an empty thread, the comments that begin threads. */
export const threadQuery = (postId: string, thread: string) =>
  infiniteQueryOptions({
    queryKey: blogCommentKeys.thread(postId, thread),
    queryFn: ({ pageParam: cursor }) =>
      many(
        api.GET('/blogs/{id}/comments', {
          params: { path: { id: postId }, query: { limit: 20, ...(thread && { thread }), ...(cursor && { cursor }) } },
        }),
      ),
    ...byCursor,
    select: allItems,
  })

/** What the user needs to comment on a post: a form works for two hours. */
export const formQuery = (postId: string) =>
  queryOptions({
    queryKey: blogCommentKeys.form(postId),
    queryFn: () => one(api.GET('/blogs/{id}/comments/form', at(postId))),
    staleTime: 60 * 60_000,
    refetchInterval: 60 * 60_000,
  })

/** The comments for administrators to decide on. */
export const moderatedQuery = (status: Queue) =>
  infiniteQueryOptions({
    queryKey: blogCommentKeys.moderated(status),
    queryFn: ({ pageParam: cursor }) =>
      many(api.GET('/blogs/comments', { params: { query: { status, limit: 50, ...(cursor && { cursor }) } } })),
    ...byCursor,
    select: itemsAndPagination,
  })

/** A mutation after which the comments are refetched; the form too, whose stamp works once. */
function useOnComments<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => client.invalidateQueries({ queryKey: blogCommentKeys.all }),
  })
}

export const useAddComment = (postId: string) =>
  useOnComments((body: Schema<'NewBlogComment'>) => one(api.POST('/blogs/{id}/comments', { ...at(postId), body })))

export const useEditComment = (id: string) =>
  useOnComments((body: string) => one(api.PUT('/blogs/comments/{id}', { ...at(id), body: { body } })))

export const useDeleteComment = (id: string) => useOnComments(() => one(api.DELETE('/blogs/comments/{id}', at(id))))

export const useReportComment = (id: string) =>
  useOnComments((reason: ReportReason) =>
    one(api.POST('/blogs/comments/{id}/reports', { ...at(id), body: { reason } })),
  )

export const useDecide = () =>
  useOnComments((body: Schema<'CommentDecisions'>) => one(api.PUT('/blogs/comments/bulk', { body })))

export const useBlock = (userId: string) =>
  useOnComments((reason: string) => one(api.PUT('/blogs/commenters/{id}/block', { ...at(userId), body: { reason } })))

export const useUnblock = (userId: string) =>
  useOnComments(() => one(api.DELETE('/blogs/commenters/{id}/block', at(userId))))

/** Sets how a post takes comments. */
export function useSetMode(postId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (mode: CommentsMode) => one(api.PUT('/blogs/{id}/comments-mode', { ...at(postId), body: { mode } })),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: blogKeys.draft(postId) }),
        client.invalidateQueries({ queryKey: blogCommentKeys.ofPost(postId) }),
      ]),
  })
}
