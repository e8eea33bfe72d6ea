import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { userKeys } from '@/features/people/user/keys'

import { lockoutKeys } from './keys'

export type LockedAccount = Schema<'LockedAccount'>
export type LockoutStats = Schema<'LockoutStats'>

const refreshEvery = 30_000 // milliseconds: locks come and go while the page is open

export const lockedQuery = (page = 1) =>
  queryOptions({
    queryKey: lockoutKeys.list(page),
    queryFn: ({ signal }) => many(api.GET('/auth/locked-accounts', { params: { query: { page } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
  })

export const statsQuery = (days: number) =>
  queryOptions({
    queryKey: lockoutKeys.stats(days),
    queryFn: ({ signal }) => one(api.GET('/auth/lockout-stats', { params: { query: { days } }, signal })),
    placeholderData: keepPreviousData,
  })

export type FoundUser = Schema<'UserRow'>

const mostFound = 8 // users shown for a search: to see fewer, type more

/** The users with a word in their name or address that begins with the search text. */
export const userSearchQuery = (search: string) =>
  queryOptions({
    queryKey: userKeys.search(search),
    queryFn: ({ signal }) =>
      many(api.GET('/users', { params: { query: { search, sort: 'name', limit: mostFound } }, signal })),
  })

/** A mutation of locks: all queries of lockouts and users are refetched. */
function useOnLocks<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: lockoutKeys.all })
      void client.invalidateQueries({ queryKey: userKeys.all })
    },
  })
}

export const useLock = () =>
  useOnLocks(({ id, ...body }: Schema<'NewLock'> & { id: string }) =>
    one(api.POST('/auth/lock-account/{id}', { params: { path: { id } }, body })),
  )

export const useUnlock = () =>
  useOnLocks(({ id, resetAttempts }: { id: string; resetAttempts: boolean }) =>
    one(api.POST('/auth/unlock-account/{id}', { params: { path: { id } }, body: { resetAttempts } })),
  )

export const useUnlockAll = () => useOnLocks(() => one(api.POST('/auth/unlock-all-accounts')))
