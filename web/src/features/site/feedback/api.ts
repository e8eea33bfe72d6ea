import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { feedbackKeys } from './keys'

export type SiteFeedback = Schema<'SiteFeedback'>
export type Testimonial = Schema<'Testimonial'>
export type FeedbackStatus = SiteFeedback['status']

/** A form that the server opens: it can be sent for 2 hours, once. */
export const formQuery = queryOptions({
  queryKey: feedbackKeys.form,
  queryFn: () => one(api.GET('/feedback/form')),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const publishedQuery = queryOptions({
  queryKey: feedbackKeys.published,
  queryFn: () => one(api.GET('/feedback/published')),
})

export const feedbackQuery = (status: FeedbackStatus | undefined, page: number) =>
  queryOptions({
    queryKey: feedbackKeys.list({ status, page }),
    queryFn: () => many(api.GET('/feedback', { params: { query: { page, ...(status && { status }) } } })),
    placeholderData: keepPreviousData,
  })

export function useSendFeedback() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewSiteFeedback'>) => one(api.POST('/feedback', { body })),
    onSuccess: () => client.removeQueries({ queryKey: formQuery.queryKey }),
  })
}

export function useDecide() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status }: Pick<SiteFeedback, 'id' | 'status'>) =>
      one(api.PATCH('/feedback/{id}', { params: { path: { id } }, body: { status } })),
    onSettled: () => client.invalidateQueries({ queryKey: feedbackKeys.all }),
  })
}
