import type { TagFilters } from './filters'

/** Query keys of the tags that administrators look after. */
export const blogTagKeys = {
  all: ['blog-tags'] as const,
  list: (filters: TagFilters) => [...blogTagKeys.all, 'list', filters] as const,
}
