import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

import { api, file, many, one, type Schema, session, tagged } from '@/api/client'
import { allItems, byCursor, itemsAndPagination } from '@/shared/cursor-pages'

import { saveFile } from '@/shared/save-file'

import type { UserFilters } from './filters'
import { savedFilterKeys, userKeys } from './keys'

export type UserRow = Schema<'UserRow'>
export type UserDetail = Schema<'UserDetail'>
export type SavedFilter = Schema<'UserFilter'>

const byId = (id: string) => ({ params: { path: { id } } })

export const usersQuery = (filters: UserFilters) =>
  infiniteQueryOptions({
    queryKey: userKeys.list(filters),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/users', {
          params: { query: { ...filters, limit: 50, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
    select: itemsAndPagination,
    placeholderData: keepPreviousData,
  })

/** The number of users, which may be a lower bound: `4`, `10,000+`. */
export const userCountQuery = () =>
  queryOptions({
    queryKey: userKeys.count(),
    queryFn: ({ signal }) => many(api.GET('/users', { params: { query: { limit: 1 } }, signal })),
    select: ({ pagination: { total_items, total_is_at_least } }) =>
      `${total_items.toLocaleString('en-GB')}${total_is_at_least ? '+' : ''}`,
  })

/** Everything about one user, with the version that a change of them is made from. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: userKeys.one(id),
    queryFn: ({ signal }) => tagged(api.GET('/users/{id}', { ...byId(id), signal })),
  })

/** Changes users: everything about them is refetched. */
function useOnUsers<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => void client.invalidateQueries({ queryKey: userKeys.all }) })
}

/** What is changed, from which version on. */
type From<T> = T & { tag: string | undefined }

const at = (id: string, tag: string | undefined) => ({
  params: { path: { id }, ...(tag && { header: { 'If-Match': tag } }) },
})

export const useAddUser = () => useOnUsers((body: Schema<'NewUser'>) => one(api.POST('/users', { body })))

export const useEditUser = (id: string) =>
  useOnUsers(({ tag, ...body }: From<Schema<'UserEdit'>>) => one(api.PATCH('/users/{id}', { ...at(id, tag), body })))

export const useSetRoles = (id: string) =>
  useOnUsers(({ tag, ...body }: From<Schema<'UserRoles'>>) =>
    one(api.PUT('/users/{id}/roles', { ...at(id, tag), body })),
  )

export const useSetStatus = (id: string) =>
  useOnUsers(({ tag, ...body }: From<Schema<'UserStatus'>>) =>
    one(api.PATCH('/users/{id}/status', { ...at(id, tag), body })),
  )

/** Ends a session of a user. */
export const useEndTheirSession = (id: string) =>
  useOnUsers((sessionId: string) =>
    one(api.DELETE('/auth/users/{id}/sessions/{sessionId}', { params: { path: { id, sessionId } } })),
  )

export const useResetFactors = (id: string) =>
  useOnUsers(() => one(api.POST('/auth/users/{id}/reset-two-factor', byId(id))))

/**
 * Starts an impersonation in this tab. `leave` goes to where they may be too, before it begins: from the
 * administration they would be shown out.
 */
export function useImpersonate(id: string, leave: () => Promise<void>) {
  return useMutation({
    mutationFn: async (body: Schema<'NewImpersonation'>) => {
      const acting = await one(api.POST('/users/{id}/impersonate', { ...byId(id), body }))
      await leave()
      session.impersonate(acting)
    },
  })
}

/** Ends that: here at once, whatever the server says, which lets it end by itself too. */
export function useStopImpersonating() {
  return useMutation({
    mutationFn: () => one(api.POST('/auth/stop-impersonation')),
    onSettled: () => session.stopImpersonating(),
  })
}

/** Saves the users that the filters pick as a sheet. */
export function useExport(filters: UserFilters) {
  return useMutation({
    mutationFn: () => file(api.GET('/users/export', { params: { query: filters }, parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'users.csv'),
  })
}

export type BulkChange = Schema<'BulkChange'>
export type BulkResult = Schema<'BulkResult'>

/** Says what a change of many users would do. */
export const useBulkPreview = () =>
  useMutation({
    mutationFn: (body: BulkChange) => one(api.POST('/users/bulk', { body: { ...body, dryRun: true } })),
  })

export const useBulk = () => useOnUsers((body: BulkChange) => one(api.POST('/users/bulk', { body })))

export type ImportResult = Schema<'ImportResult'>

/** The bytes go as they are: whether they are text, and in which encoding, the server judges. */
const importSheet = (sheet: File, dryRun: boolean) =>
  one(
    api.POST('/users/import', {
      params: { query: { dry_run: String(dryRun) } },
      headers: { 'Content-Type': 'text/csv' },
      body: '',
      bodySerializer: () => sheet,
    }),
  )

/** Says what importing a sheet would do. */
export const useImportPreview = () => useMutation({ mutationFn: (sheet: File) => importSheet(sheet, true) })

export const useImport = () => useOnUsers((sheet: File) => importSheet(sheet, false))

export type LogKind = 'activity' | 'security-log'

/** The activity of a user, or the security log of their account, the newest first. */
export const logQuery = (id: string, kind: LogKind) =>
  infiniteQueryOptions({
    queryKey: userKeys.log(kind, id),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET(`/users/{id}/${kind}`, {
          params: { path: { id }, query: pageParam ? { cursor: pageParam } : {} },
          signal,
        }),
      ),
    ...byCursor,
    select: allItems,
  })

export const savedFiltersQuery = () =>
  queryOptions({ queryKey: savedFilterKeys.all, queryFn: () => one(api.GET('/users/filters')) })

function useOnFilters<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: savedFilterKeys.all }) })
}

export const useKeepFilter = () =>
  useOnFilters((body: Schema<'NewUserFilter'>) => one(api.POST('/users/filters', { body })))

export const useDropFilter = () => useOnFilters((id: string) => one(api.DELETE('/users/filters/{id}', byId(id))))
