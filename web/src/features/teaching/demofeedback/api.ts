import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import type { FeedbackFilters } from './filters'
import { demoFeedbackKeys } from './keys'

export type DemoFeedback = Schema<'DemoFeedback'>
export type FeedbackStats = Schema<'FeedbackStats'>
export type NewDemoFeedback = Schema<'NewDemoFeedback'>

/** The feedback on the demo class of a link that an email had, and whether it may be given now. */
export const linkFeedbackQuery = (token: string) =>
  queryOptions({
    queryKey: demoFeedbackKeys.link(token),
    queryFn: () => one(api.GET('/demo-booking/manage/{token}/feedback', { params: { path: { token } } })),
    retry: false,
  })

function useOnFeedback<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: demoFeedbackKeys.all })
  return useMutation({ mutationFn, onError: refetch, onSuccess: refetch })
}

export const useGiveByLink = (token: string) =>
  useOnFeedback((body: NewDemoFeedback) =>
    one(api.POST('/demo-booking/manage/{token}/feedback', { params: { path: { token } }, body })),
  )

/** Figures of all demo classes for administrators, of their own for instructors. */
export function statsQuery({ page: _, ...filters }: FeedbackFilters) {
  return queryOptions({
    queryKey: demoFeedbackKeys.stats(filters),
    queryFn: ({ signal }) => one(api.GET('/demo-feedback/stats', { params: { query: filters }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** A page of what was said, the latest first, for administrators. */
export function feedbackQuery({ period: _, ...filters }: FeedbackFilters) {
  return queryOptions({
    queryKey: demoFeedbackKeys.list(filters),
    queryFn: ({ signal }) => many(api.GET('/demo-feedback', { params: { query: filters }, signal })),
    placeholderData: keepPreviousData,
  })
}

export const useRespond = (id: string) =>
  useOnFeedback((body: Schema<'FeedbackResponse'>) =>
    one(api.POST('/demo-feedback/{id}/response', { params: { path: { id } }, body })),
  )

/** What the user has said about their demo classes, the latest first. */
export const ownFeedbackQuery = () =>
  queryOptions({
    queryKey: demoFeedbackKeys.own(),
    queryFn: async () =>
      (await many(api.GET('/demo-feedback/my-feedback', { params: { query: { limit: 100 } } }))).items,
  })

/** The demo classes of the user on which they may give feedback now. */
export const availableQuery = () =>
  queryOptions({
    queryKey: demoFeedbackKeys.available(),
    queryFn: () => one(api.GET('/demo-feedback/available-demos')),
  })

export const useGive = (demoBookingId: string) =>
  useOnFeedback((body: NewDemoFeedback) => one(api.POST('/demo-feedback', { body: { demoBookingId, ...body } })))

export const useChange = (id: string) =>
  useOnFeedback((body: Schema<'FeedbackEdit'>) =>
    one(api.PUT('/demo-feedback/{id}', { params: { path: { id } }, body })),
  )
