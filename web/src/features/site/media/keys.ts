import type { MediaFilters } from './filters'

/** Query keys of the media library. */
export const mediaKeys = {
  all: ['media'] as const,
  list: (filters: MediaFilters) => [...mediaKeys.all, 'list', filters] as const,
  uses: (id: string) => [...mediaKeys.all, 'uses', id] as const,
}
