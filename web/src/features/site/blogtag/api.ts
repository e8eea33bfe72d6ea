import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { blogKeys } from '@/features/site/blog/keys'

import type { TagFilters } from './filters'
import { blogTagKeys } from './keys'

export type BlogTag = Schema<'ManagedTag'>

const at = (id: string) => ({ params: { path: { id } } })

/** The tags of the blog, those with most posts first. */
export const managedTagsQuery = (filters: TagFilters) =>
  queryOptions({
    queryKey: blogTagKeys.list(filters),
    queryFn: () => many(api.GET('/blogs/manage/tags', { params: { query: { ...filters, limit: 20 } } })),
    placeholderData: keepPreviousData,
  })

/** A mutation after which tags and posts, which show them, are refetched. */
function useOnTags<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: blogTagKeys.all })
      void client.invalidateQueries({ queryKey: blogKeys.all })
    },
  })
}

export const useRenameTag = (id: string) =>
  useOnTags((name: string) => one(api.PUT('/blogs/tags/{id}', { ...at(id), body: { name } })))

export const useMergeTag = (id: string) =>
  useOnTags((intoId: string) => one(api.POST('/blogs/tags/{id}/merge', { ...at(id), body: { intoId } })))

export const useDeleteTag = (id: string) => useOnTags(() => one(api.DELETE('/blogs/tags/{id}', at(id))))
