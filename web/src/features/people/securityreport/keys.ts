import type { SecurityFilters } from './filters'

/** Query keys of the security log of the installation. */
export const securityKeys = {
  all: ['security-log'] as const,
  list: (filters: SecurityFilters) => [...securityKeys.all, filters] as const,
}
