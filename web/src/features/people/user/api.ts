import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

import { api, file, many, one, type Schema, session, tagged } from '@/api/client'
import { isStale } from '@/shared/base-version'
import { allItems, byCursor, itemsAndPagination } from '@/shared/cursor-pages'
import { decimal } from '@/shared/format'
import { useReauthentication } from '@/shared/reauthentication'
import { saveFile } from '@/shared/save-file'

import type { UserFilters } from './filters'
import { bulkJobKeys, savedFilterKeys, userKeys } from './keys'

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
    select: ({ pagination: { total_items, total_is_exact } }) =>
      `${decimal(total_items)}${total_is_exact === false ? '+' : ''}`,
  })

/** Everything about one user, with the entity tag for changes. */
export const userQuery = (id: string) =>
  queryOptions({
    queryKey: userKeys.one(id),
    queryFn: ({ signal }) => tagged(api.GET('/users/{id}', { ...byId(id), signal })),
  })

/**
 * A mutation of users, after a proof of identity where it gives power over others: all queries about them are refetched
 * before it ends, also after a refusal because there is a newer version.
 */
function useOnUsers<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  const reauthenticated = useReauthentication()
  const refetch = () => client.invalidateQueries({ queryKey: userKeys.all })
  return useMutation({
    mutationFn: (variables: V) => reauthenticated(() => mutationFn(variables)),
    onSuccess: refetch,
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}

/** A change, with the version that it is based on. */
type From<T> = T & { tag: string }

const at = (id: string, tag: string) => ({
  params: { path: { id }, header: { 'If-Match': tag } },
})

export const useAddUser = () => useOnUsers((body: Schema<'NewUser'>) => one(api.POST('/users', { body })))

export const useEditUser = (id: string) =>
  useOnUsers(({ tag, ...body }: From<Schema<'UserEdit'>>) => one(api.PATCH('/users/{id}', { ...at(id, tag), body })))

export const useSetRoles = (id: string) =>
  useOnUsers(({ tag, ...body }: From<Schema<'RoleChange'>>) =>
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

/** Ends all sessions of a user. */
export const useEndTheirSessions = (id: string) =>
  useOnUsers(() => one(api.DELETE('/auth/users/{id}/sessions', byId(id))))

/** How an administrator helps a user back into their account. */
export type AccessHelp = 'send-reset' | 'send-welcome' | 'require-new-password'

export const useAccessHelp = (id: string) =>
  useOnUsers((help: AccessHelp) => one(api.POST(`/users/{id}/${help}`, byId(id))))

/** Takes back the deletion of an account. */
export const useRestore = (id: string) => useOnUsers(() => one(api.POST('/profile/{id}/restore', byId(id))))

export type ContactDetails = Schema<'ContactDetails'>

/** The contact details of a user, with their version. */
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: userKeys.contact(id),
    queryFn: ({ signal }) => tagged(api.GET('/users/{id}/contact', { ...byId(id), signal })),
  })

export const useSetContact = (id: string) =>
  useOnUsers(({ tag, ...body }: From<ContactDetails>) => one(api.PUT('/users/{id}/contact', { ...at(id, tag), body })))

export const useResetFactors = (id: string) =>
  useOnUsers(() => one(api.POST('/auth/users/{id}/reset-two-factor', byId(id))))

/** Starts an impersonation in this tab. `leave` calls it once this tab shows a page that the user may also see. */
export function useImpersonate(id: string, leave: (act: () => void) => Promise<void>) {
  const reauthenticated = useReauthentication()
  return useMutation({
    mutationFn: async (body: Schema<'NewImpersonation'>) => {
      const acting = await reauthenticated(() => one(api.POST('/users/{id}/impersonate', { ...byId(id), body })))
      await leave(() => session.impersonate(acting))
    },
  })
}

/**
 * Ends the impersonation here at once, whatever the server says; there it also expires by itself. `onStopped` comes last,
 * also when what called this has gone with the impersonation.
 */
export function useStopImpersonating(onStopped: () => void) {
  return useMutation({
    mutationFn: () => one(api.POST('/auth/stop-impersonation')),
    onSettled: () => {
      session.stopImpersonating()
      onStopped()
    },
  })
}

/** Downloads the users selected by the filters as a spreadsheet. */
export function useExport(filters: UserFilters) {
  const reauthenticated = useReauthentication()
  return useMutation({
    mutationFn: () =>
      reauthenticated(() => file(api.GET('/users/export', { params: { query: filters }, parseAs: 'blob' }))),
    onSuccess: (sheet) => saveFile(sheet, 'users.csv'),
  })
}

export type BulkChange = Schema<'BulkChange'>
export type BulkResult = Schema<'BulkResult'>

/** Reports what a bulk change would do. */
export const useBulkPreview = () =>
  useMutation({
    mutationFn: (body: BulkChange) => one(api.POST('/users/bulk', { body: { ...body, dryRun: true } })),
  })

export const useBulk = () => useOnUsers((body: BulkChange) => one(api.POST('/users/bulk', { body })))

export type BulkJob = Schema<'BulkJob'>

const whileRunning = 1000 // milliseconds between looks at a running job

/** Bulk jobs of the last 30 days, newest first. */
export const bulkJobsQuery = (page: number) =>
  queryOptions({
    queryKey: bulkJobKeys.list(page),
    queryFn: ({ signal }) => many(api.GET('/users/bulk-jobs', { params: { query: { page } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.items.some((job) => job.state === 'running') && whileRunning,
  })

/** How far a bulk job is, and whom it refused. */
export const bulkJobQuery = (id: string) =>
  queryOptions({
    queryKey: bulkJobKeys.one(id),
    queryFn: ({ signal }) => one(api.GET('/users/bulk-jobs/{id}', { ...byId(id), signal })),
    refetchInterval: ({ state }) => (state.data?.state ?? 'running') === 'running' && whileRunning,
  })

function useOnBulkJobs<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  const reauthenticated = useReauthentication()
  return useMutation({
    mutationFn: (variables: V) => reauthenticated(() => mutationFn(variables)),
    onSuccess: () => void client.invalidateQueries({ queryKey: bulkJobKeys.all }),
  })
}

export const useStartBulk = () =>
  useOnBulkJobs((body: Schema<'NewBulkJob'>) => one(api.POST('/users/bulk-jobs', { body })))

export const useCancelBulk = (id: string) =>
  useOnBulkJobs(() => one(api.POST('/users/bulk-jobs/{id}/cancel', byId(id))))

/** Downloads whom a bulk job refused, and why. */
export function useRefusedSheet(id: string) {
  const reauthenticated = useReauthentication()
  return useMutation({
    mutationFn: () =>
      reauthenticated(() => file(api.GET('/users/bulk-jobs/{id}/refused', { ...byId(id), parseAs: 'blob' }))),
    onSuccess: (sheet) => saveFile(sheet, 'refused.csv'),
  })
}

export type LogKind = 'activity' | 'security-log'

/** The activity of a user, or the security log of their account, newest first. */
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
