import type { ManageFilters, PostFilters } from './filters'

/** Query keys of the blog. */
export const blogKeys = {
  all: ['blog'] as const,
  list: (filters: PostFilters) => [...blogKeys.all, 'list', filters] as const,
  featured: () => [...blogKeys.all, 'featured'] as const,
  tags: () => [...blogKeys.all, 'tags'] as const,
  tools: () => [...blogKeys.all, 'tools'] as const,
  post: (idOrSlug: string) => [...blogKeys.all, 'post', idOrSlug] as const,
  preview: (token: string) => [...blogKeys.all, 'preview', token] as const,
  related: (slug: string) => [...blogKeys.all, 'related', slug] as const,
  managed: (filters: ManageFilters) => [...blogKeys.all, 'managed', filters] as const,
  draft: (id: string) => [...blogKeys.all, 'draft', id] as const,
  revisions: (id: string, version: number) => [...blogKeys.all, 'revisions', id, version] as const,
  revision: (id: string, revision: string) => [...blogKeys.all, 'revision', id, revision] as const,
}
