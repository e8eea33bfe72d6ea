import type { Audience } from './audience'
import type { ManagedFilters } from './filters'

/** Query keys of announcements. */
export const announcementKeys = {
  all: ['announcements'] as const,
  shown: (page: number, unread: boolean) => [...announcementKeys.all, 'shown', { page, unread }] as const,
  recent: () => [...announcementKeys.all, 'recent'] as const,
  unread: () => [...announcementKeys.all, 'unread'] as const,
  managed: (filters: ManagedFilters) => [...announcementKeys.all, 'managed', filters] as const,
  figures: () => [...announcementKeys.all, 'figures'] as const,
  one: (id: string) => [...announcementKeys.all, 'one', id] as const,
  readers: (id: string, page: number) => [...announcementKeys.one(id), 'readers', page] as const,
  targeting: (audience: Audience) => ['announcement-targeting', audience] as const,
  recipients: (search: string, everyone: boolean) => ['announcement-recipients', { search, everyone }] as const,
}
