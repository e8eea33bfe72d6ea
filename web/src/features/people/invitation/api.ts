import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { useReauthentication } from '@/shared/reauthentication'

import { invitationKeys } from './keys'

export type Invitation = Schema<'InvitationView'>

export const invitationsQuery = (page = 1) =>
  queryOptions({
    queryKey: invitationKeys.page(page),
    queryFn: ({ signal }) => many(api.GET('/auth/invitations', { params: { query: { page } }, signal })),
    placeholderData: keepPreviousData,
  })

function useOnInvitations<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient()
  const reauthenticated = useReauthentication()
  return useMutation({
    mutationFn: (variables: V) => reauthenticated(() => mutationFn(variables)),
    onSuccess: () => void client.invalidateQueries({ queryKey: invitationKeys.all }),
  })
}

export const useInvite = () =>
  useOnInvitations((body: Schema<'NewInvitation'>) => one(api.POST('/auth/invitations', { body })))

export const useUninvite = () =>
  useOnInvitations((id: string) => one(api.DELETE('/auth/invitations/{id}', { params: { path: { id } } })))

export const useInviteAgain = () =>
  useOnInvitations((id: string) => one(api.POST('/auth/invitations/{id}/resend', { params: { path: { id } } })))
