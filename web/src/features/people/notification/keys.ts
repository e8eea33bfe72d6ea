import type { NotificationFilters } from './filters'

/** Query keys of notifications. */
export const notificationKeys = {
  all: ['notifications'] as const,
  lists: () => [...notificationKeys.all, 'list'] as const,
  list: (filters: NotificationFilters) => [...notificationKeys.lists(), filters] as const,
  newest: () => [...notificationKeys.lists(), 'newest'] as const,
  unread: () => [...notificationKeys.all, 'unread'] as const,
  preferences: () => [...notificationKeys.all, 'preferences'] as const,
  subscription: (token: string) => [...notificationKeys.all, 'subscription', token] as const,
}
