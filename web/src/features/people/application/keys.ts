import type { ApplicationFilters } from './filters'

/** Query keys of applications for a role. */
export const applicationKeys = {
  all: ['applications'] as const,
  list: (filters: ApplicationFilters) => [...applicationKeys.all, 'list', filters] as const,
  own: () => [...applicationKeys.all, 'own'] as const,
}
