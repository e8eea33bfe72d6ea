import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'

import { api, many, one, type Schema } from '@/api/client'
import { listen } from '@/api/events'
import { allItems, byCursor } from '@/shared/cursor-pages'

import type { NotificationFilters } from './filters'
import { notificationKeys } from './keys'

export type Notification = Schema<'Notification'>
export type Preferences = Schema<'NotificationPreferences'>
export type Group = Notification['group']

export const notificationsQuery = (filters: NotificationFilters) =>
  infiniteQueryOptions({
    queryKey: notificationKeys.list(filters),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/notifications', {
          params: { query: { ...filters, limit: 30, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
    select: allItems,
    placeholderData: keepPreviousData,
  })

/** The newest few, for the bell. */
export const newestQuery = () =>
  queryOptions({
    queryKey: notificationKeys.newest(),
    queryFn: async () => (await many(api.GET('/notifications', { params: { query: { limit: 6 } } }))).items,
  })

export const unreadQuery = () =>
  queryOptions({
    queryKey: notificationKeys.unread(),
    queryFn: async () => (await one(api.GET('/notifications/unread-count'))).unread,
  })

/** A mutation of notifications returns the new count; the lists are refetched. */
function useNotificationMutation<V>(mutationFn: (variables: V) => Promise<Schema<'UnreadCount'>>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: ({ unread }) => {
      client.setQueryData(unreadQuery().queryKey, unread)
      return client.invalidateQueries({ queryKey: notificationKeys.lists() })
    },
  })
}

const byId = (id: string) => ({ params: { path: { id } } })

export const useRead = () =>
  useNotificationMutation((id: string) => one(api.POST('/notifications/{id}/read', byId(id))))

/** Marks all as read up to this id: one that arrives at this moment has not been seen. */
export const useReadAll = () =>
  useNotificationMutation((upTo: string) =>
    one(api.POST('/notifications/read-all', { params: { query: { up_to: upTo } } })),
  )

export const useRemove = () => useNotificationMutation((id: string) => one(api.DELETE('/notifications/{id}', byId(id))))

export const preferencesQuery = () =>
  queryOptions({
    queryKey: notificationKeys.preferences(),
    queryFn: () => one(api.GET('/notifications/preferences')),
  })

export function useSavePreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewNotificationPreferences'>) => one(api.PUT('/notifications/preferences', { body })),
    onSuccess: (preferences) => client.setQueryData(preferencesQuery().queryKey, preferences),
  })
}

const byToken = (token: string) => ({ params: { query: { token } } })

export const subscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: notificationKeys.subscription(token),
    queryFn: () => one(api.GET('/notifications/subscription', byToken(token))),
    retry: false,
  })

/** Unsubscribes from the emails of a link, or resubscribes. */
export function useSubscribe(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) =>
      one(
        on
          ? api.POST('/notifications/resubscribe', byToken(token))
          : api.POST('/notifications/unsubscribe', byToken(token)),
      ),
    onSuccess: (now) => client.setQueryData(subscriptionQuery(token).queryKey, now),
  })
}

/**
 * Keeps the count and the lists fresh while the page is visible, and reports arrivals. A tab in the background does
 * not listen: browsers allow few connections to one server.
 */
export function useLive(arrived: (notification: Notification) => void) {
  const client = useQueryClient()
  useEffect(() => {
    let stop: AbortController | undefined
    const look = () => {
      if (document.visibilityState === 'hidden') {
        stop?.abort()
        stop = undefined
      } else if (!stop) {
        stop = new AbortController()
        void listen('/notifications/events', (data, name) => take(client, name, data, arrived), stop.signal)
      }
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      stop?.abort()
    }
  }, [client, arrived])
}

function take(client: QueryClient, name: string, data: unknown, arrived: (notification: Notification) => void) {
  if (name === 'count' && isCount(data)) {
    const before = client.getQueryData(unreadQuery().queryKey)
    client.setQueryData(unreadQuery().queryKey, data.unread)
    if (before !== data.unread) void client.invalidateQueries({ queryKey: notificationKeys.lists() })
  }
  if (name === 'notification' && isNotification(data)) {
    void client.invalidateQueries({ queryKey: notificationKeys.lists() })
    arrived(data)
  }
}

const isCount = (data: unknown): data is Schema<'UnreadCount'> =>
  typeof data === 'object' && data !== null && 'unread' in data && typeof data.unread === 'number'

const isNotification = (data: unknown): data is Notification =>
  typeof data === 'object' && data !== null && 'title' in data && 'link' in data && 'kind' in data
