import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'
import type { Reauthenticated } from '@/shared/reauthentication'
import { rememberRequest } from './authorization-request'
import { identityKeys } from './keys'

export const providersQuery = () =>
  queryOptions({
    queryKey: identityKeys.providers(),
    queryFn: () => one(api.GET('/auth/providers')),
    staleTime: Number.POSITIVE_INFINITY, // configured when the server starts
  })

export type Provider = Schema<'IdentityProvider'>

/** Redirects to a provider. `next` is where to go after returning. */
const redirectTo = (request: Schema<'AuthorizationRequest'>) => {
  rememberRequest(request)
  window.location.assign(request.url)
}

export function useStart(next?: string) {
  return useMutation({
    mutationFn: (provider: string) =>
      one(
        api.POST('/auth/oauth/{provider}/start', { params: { path: { provider } }, body: { ...(next && { next }) } }),
      ),
    onSuccess: redirectTo,
  })
}

export function useConnect(reauthenticated: Reauthenticated) {
  return useMutation({
    mutationFn: (provider: string) =>
      reauthenticated(() =>
        one(api.POST('/auth/oauth/{provider}/connect', { params: { path: { provider } }, body: {} })),
      ),
    onSuccess: redirectTo,
  })
}

export type Arrival = Schema<'IdentityCallbackResult'>

export function useFinish(provider: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'IdentityCallback'>) =>
      one(api.POST('/auth/oauth/{provider}/finish', { params: { path: { provider } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: identityKeys.identities() }),
  })
}

export const identitiesQuery = () =>
  queryOptions({ queryKey: identityKeys.identities(), queryFn: () => one(api.GET('/auth/identities')) })

export function useClaim(reauthenticated: Reauthenticated) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) => reauthenticated(() => one(api.POST('/auth/identities', { body: { token } }))),
    onSuccess: (all) => client.setQueryData(identitiesQuery().queryKey, all),
  })
}

export function useDisconnect(reauthenticated: Reauthenticated) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      reauthenticated(() => one(api.DELETE('/auth/identities/{id}', { params: { path: { id } } }))),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: identityKeys.identities() }) // not awaited: the component may have unmounted by then
    },
  })
}
