import type { UserFilters } from './filters'

/** Query keys of the administration of users. Everything below `all` is refetched when a user changes. */
export const userKeys = {
  all: ['users'] as const,
  list: (filters: UserFilters) => [...userKeys.all, 'list', filters] as const,
  count: () => [...userKeys.all, 'count'] as const,
  one: (id: string) => [...userKeys.all, 'one', id] as const,
  contact: (id: string) => [...userKeys.all, 'contact', id] as const,
  log: (kind: 'activity' | 'security-log', id: string) => [...userKeys.all, kind, id] as const,
  search: (text: string) => [...userKeys.all, 'search', text] as const,
}

/** Query keys of bulk jobs, which are refetched while one is running. */
export const bulkJobKeys = {
  all: ['bulk-jobs'] as const,
  list: (page: number) => [...bulkJobKeys.all, 'list', page] as const,
  one: (id: string) => [...bulkJobKeys.all, 'one', id] as const,
}

/** Query keys of imports, which are refetched while one is running. */
export const importKeys = {
  all: ['user-imports'] as const,
  list: (page: number) => [...importKeys.all, 'list', page] as const,
  one: (id: string) => [...importKeys.all, 'one', id] as const,
}

/** Query key of the filters that an administrator has saved. */
export const savedFilterKeys = { all: ['user-filters'] as const }
