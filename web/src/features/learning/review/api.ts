import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

import { api, many, one, type Schema, tagged } from '@/api/client'
import { courseKeys } from '@/features/learning/course/keys'
import { isStale } from '@/shared/base-version'
import { allItems, byCursor, itemsAndPagination } from '@/shared/cursor-pages'

import { reviewKeys } from './keys'

export type Review = Schema<'Review'>
export type ReportedReview = Schema<'ReportedReview'>
export type Rating = Schema<'Rating'>
export type ReviewState = 'reported' | 'hidden'
export type ReportReason = Schema<'NewReport'>['reason']

export const sorts = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof sorts)[number]

const pageSize = 10
const at = (id: string) => ({ params: { path: { id } } })
const basedOn = (id: string, tag: string) => ({ params: { path: { id }, header: { 'If-Match': tag } } })

/** The reviews of a course; with stars, those that give so many. */
export const reviewsQuery = (courseId: string, sort: ReviewSort, stars: number) =>
  infiniteQueryOptions({
    queryKey: reviewKeys.list(courseId, { sort, stars }),
    queryFn: ({ pageParam: cursor }) =>
      many(
        api.GET('/courses/{id}/reviews', {
          params: { path: { id: courseId }, query: { sort, stars, limit: pageSize, ...(cursor && { cursor }) } },
        }),
      ),
    ...byCursor,
    select: itemsAndPagination,
    placeholderData: keepPreviousData,
  })

/** The user's own review of a course, or whether they may write one. */
export const ownReviewQuery = (courseId: string) =>
  queryOptions({
    queryKey: reviewKeys.own(courseId),
    queryFn: () => tagged(api.GET('/courses/{id}/reviews/own', at(courseId))),
  })

/** The reviews that administrators have to decide on, or have hidden. */
export const moderatedQuery = (state: ReviewState) =>
  infiniteQueryOptions({
    queryKey: reviewKeys.inState(state),
    queryFn: ({ pageParam: cursor }) =>
      many(api.GET('/reviews', { params: { query: { state, ...(cursor && { cursor }) } } })),
    ...byCursor,
    select: allItems,
  })

/**
 * A mutation that refetches the courses with their ratings and reviews, also when it met something newer. It succeeds before they are
 * there: with them, the form that waits for it may be gone.
 */
function useOnReviews<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: courseKeys.all })
  return useMutation({
    mutationFn,
    onSuccess: () => void refetch(),
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}

export const useSaveReview = (courseId: string) =>
  useOnReviews(({ tag, ...body }: Schema<'NewReview'> & { tag: string }) =>
    one(api.PUT('/courses/{id}/reviews/own', { ...basedOn(courseId, tag), body })),
  )

export const useDeleteReview = (courseId: string) =>
  useOnReviews(() => one(api.DELETE('/courses/{id}/reviews/own', at(courseId))))

export const useAnswerReview = ({ id, etag }: Review) =>
  useOnReviews((text: string) => one(api.PUT('/reviews/{id}/answer', { ...basedOn(id, etag), body: { text } })))

export const useDeleteAnswer = ({ id }: Review) => useOnReviews(() => one(api.DELETE('/reviews/{id}/answer', at(id))))

export const useReportReview = ({ id }: Review) =>
  useOnReviews((body: Schema<'NewReport'>) => one(api.POST('/reviews/{id}/reports', { ...at(id), body })))

export function useModerateReview() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Schema<'Moderation'> & { id: string }) =>
      one(api.PUT('/reviews/{id}/hidden', { ...at(id), body })),
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: courseKeys.all })
      await client.invalidateQueries({ queryKey: reviewKeys.moderated })
    },
  })
}
