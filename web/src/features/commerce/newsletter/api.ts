import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import { newsletterKeys } from './keys'

export type Preferences = Schema<'Preferences'>
export type ListChoice = Schema<'ListChoice'>

/** A form that the server opens: it can be sent for 2 hours. */
export const formQuery = queryOptions({
  queryKey: newsletterKeys.form,
  queryFn: () => one(api.GET('/newsletter/form')),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export function useSubscribeToNewsletter() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewSubscription'>) => one(api.POST('/newsletter/subscribe', { body })),
    onSuccess: () => client.removeQueries({ queryKey: formQuery.queryKey }),
  })
}

export const useConfirmSubscription = () =>
  useMutation({ mutationFn: (token: string) => one(api.POST('/newsletter/confirm', { body: { token } })) })

/** The settings of the subscriber whom the link of an email names. */
export const preferencesQuery = (token: string) =>
  queryOptions({
    queryKey: newsletterKeys.preferences(token),
    queryFn: () => one(api.GET('/newsletter/preferences', { params: { query: { token } } })),
  })

export function useSetPreferences(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'PreferencesEdit'>) =>
      one(api.PUT('/newsletter/preferences', { params: { query: { token } }, body })),
    onSuccess: (now) => client.setQueryData(newsletterKeys.preferences(token), now),
  })
}
