import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'
import type { operations } from '@/api/schema.gen'
import { accountKeys } from '@/features/people/account/keys'
import type { Reauthenticated } from '@/shared/reauthentication'

import { profileKeys } from './keys'

export type Profile = Schema<'ComprehensiveProfile'>
export type ProfilePatch = operations['patch-profile-me-comprehensive']['requestBody']['content']['application/json']

export const profileQuery = () =>
  queryOptions({ queryKey: profileKeys.mine(), queryFn: () => one(api.GET('/profile/me/comprehensive')) })

/** The user's profile as others see it; the header shows its avatar. */
export const publicProfileQuery = () =>
  queryOptions({
    queryKey: profileKeys.public(),
    queryFn: () => one(api.GET('/profile/{id}', { params: { path: { id: 'me' } } })),
    staleTime: 5 * 60_000,
  })

type Change = {
  patch: ProfilePatch
  /** The edited revision: if it is no longer current, the server refuses with 412. */
  revision: number
}

/** Saves the profile. The header shows the name too, so the account is refetched. */
export function useSaveProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ patch, revision }: Change) =>
      one(
        api.PATCH('/profile/me/comprehensive', {
          params: { header: { 'If-Match': `"v${revision}-"` } },
          body: patch,
        }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(profileQuery().queryKey, saved)
      void client.invalidateQueries({ queryKey: accountKeys.permissions() })
    },
  })
}

/** A square section of an image, in pixels after rotation. */
export type Square = { x: number; y: number; side: number }

export function useSetAvatar() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ file, square: { x, y, side } }: { file: File; square: Square }) =>
      one(
        api.PUT('/profile/me/avatar', {
          params: { query: { x, y, side } },
          headers: { 'Content-Type': file.type },
          body: file.name,
          bodySerializer: () => file,
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.all }),
  })
}

export function useRemoveAvatar() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.DELETE('/profile/me/avatar')),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.all }),
  })
}

const whilePreparing = 1500 // milliseconds
const addressLives = 10 * 60_000 // milliseconds: an archive's URL is valid for 15 minutes

export const exportsQuery = () =>
  queryOptions({
    queryKey: profileKeys.exports(),
    queryFn: () => one(api.GET('/profile/me/exports')),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'preparing') ? whilePreparing : addressLives,
  })

export function useOrderExport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.POST('/profile/me/export')),
    onSuccess: () => client.invalidateQueries({ queryKey: profileKeys.exports() }),
  })
}

/** Deletes the account. */
export function useDeleteAccount(reauthenticated: Reauthenticated) {
  return useMutation({
    mutationFn: (permanent: boolean) =>
      reauthenticated(() => one(api.DELETE('/profile/me', { params: { query: { permanent } } }))),
  })
}
