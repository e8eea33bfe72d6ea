import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import type { Area } from '@/shared/crop'

import type { ManageFilters, PostFilters } from './filters'
import { blogKeys } from './keys'

export type PostCard = Schema<'PostCard'>
export type Post = Schema<'Post'>
export type PostDraft = Schema<'PostDraft'>
export type PostEdit = Schema<'PostEdit'>

const at = (id: string) => ({ params: { path: { id } } })

/** The If-Match of a version of a draft. */
const versioned = (id: string, version: number) => ({
  params: { path: { id }, header: { 'If-Match': `"v${version}-"` } },
})

/** The posts with a tag, or those that a search finds, or all. */
export const postsQuery = (filters: PostFilters) =>
  queryOptions({
    queryKey: blogKeys.list(filters),
    queryFn: ({ signal }) => listPosts(filters, signal),
    placeholderData: keepPreviousData,
  })

const listPosts = ({ search, tag, page }: PostFilters, signal: AbortSignal): ReturnType<typeof many<PostCard>> => {
  const at = page ? { page } : {}
  if (search) return many(api.GET('/blogs/search', { params: { query: { query: search, ...at } }, signal }))
  return many(api.GET('/blogs', { params: { query: { ...(tag && { tag }), ...at } }, signal }))
}

export const tagsQuery = () =>
  queryOptions({ queryKey: blogKeys.tags(), queryFn: () => one(api.GET('/blogs/tags')), staleTime: 60_000 })

export const postQuery = (idOrSlug: string) =>
  queryOptions({ queryKey: blogKeys.post(idOrSlug), queryFn: () => one(api.GET('/blogs/{id}', at(idOrSlug))) })

/** The posts that an administrator has featured, filled up by the newest, for the home page. */
export const featuredPostsQuery = () =>
  queryOptions({
    queryKey: blogKeys.featured(),
    queryFn: () => one(api.GET('/blogs/featured', { params: { query: { limit: 6 } } })),
  })

/** The posts that have most in common with one. */
export const relatedPostsQuery = (slug: string) =>
  queryOptions({
    queryKey: blogKeys.related(slug),
    queryFn: () => one(api.GET('/blogs/{id}/related', at(slug))),
    staleTime: 60_000,
  })

/** The posts that the user writes; all for administrators. */
export const managedQuery = (filters: ManageFilters) =>
  queryOptions({
    queryKey: blogKeys.managed(filters),
    queryFn: () => many(api.GET('/blogs/manage', { params: { query: { ...filters, limit: 20 } } })),
    placeholderData: keepPreviousData,
  })

export const draftQuery = (id: string) =>
  queryOptions({ queryKey: blogKeys.draft(id), queryFn: () => one(api.GET('/blogs/{id}/draft', at(id))) })

export const revisionsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: blogKeys.revisions(id, version),
    queryFn: () => one(api.GET('/blogs/{id}/revisions', at(id))),
  })

export const revisionQuery = (id: string, revision: string) =>
  queryOptions({
    queryKey: blogKeys.revision(id, revision),
    queryFn: () => one(api.GET('/blogs/{id}/revisions/{revision}', { params: { path: { id, revision } } })),
  })

/** A mutation after which the lists of posts are refetched. */
function useOnPosts<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () =>
      client.invalidateQueries({ queryKey: blogKeys.all, predicate: ({ queryKey }) => queryKey[1] !== 'draft' }),
  })
}

export const useCreatePost = () => useOnPosts((title: string) => one(api.POST('/blogs', { body: { title } })))

type Versioned<T> = { version: number; body: T }

export const useSavePost = (id: string) =>
  useOnPosts(({ version, body }: Versioned<PostEdit>) =>
    one(api.PUT('/blogs/{id}', { ...versioned(id, version), body })),
  )

export const usePublishPost = (id: string) =>
  useOnPosts(({ version, body }: Versioned<Schema<'PostPublication'>>) =>
    one(api.POST('/blogs/{id}/publish', { ...versioned(id, version), body })),
  )

export const useUnpublishPost = (id: string) => useOnPosts(() => one(api.POST('/blogs/{id}/unpublish', at(id))))

export const useArchivePost = (id: string) =>
  useOnPosts((archive: boolean) => one(api.PATCH('/blogs/{id}/archive', { ...at(id), body: { archive } })))

export const useRequestReview = (id: string) =>
  useOnPosts((wanted: boolean) =>
    one(wanted ? api.POST('/blogs/{id}/request-review', at(id)) : api.DELETE('/blogs/{id}/request-review', at(id))),
  )

export const useSetSlug = (id: string) =>
  useOnPosts((slug: string) => one(api.PUT('/blogs/{id}/slug', { ...at(id), body: { slug } })))

export const useDeletePost = () => useOnPosts((id: string) => one(api.DELETE('/blogs/{id}', at(id))))

/** Restores a deleted post. */
export const useUndeletePost = () => useOnPosts((id: string) => one(api.POST('/blogs/{id}/restore', at(id))))

/** The draft behind a preview link. */
export const previewQuery = (token: string) =>
  queryOptions({
    queryKey: blogKeys.preview(token),
    queryFn: () => one(api.GET('/blogs/preview/{token}', { params: { path: { token } } })),
  })

export const useSharePreview = (id: string) =>
  useMutation({ mutationFn: () => one(api.POST('/blogs/{id}/preview-link', at(id))) })

export const useWithdrawPreview = (id: string) =>
  useMutation({ mutationFn: () => one(api.DELETE('/blogs/{id}/preview-link', at(id))) })

export const useRestoreRevision = (id: string) =>
  useOnPosts(({ version, revision }: { version: number; revision: string }) =>
    one(
      api.POST('/blogs/{id}/revisions/{revision}/restore', {
        params: { path: { id, revision }, header: { 'If-Match': `"v${version}-"` } },
      }),
    ),
  )

/** Makes an area of a picture the cover of the draft. */
export const useSetPostCover = (id: string) =>
  useOnPosts(({ version, body: { file, area } }: Versioned<{ file: File; area: Area }>) =>
    one(
      api.PUT('/blogs/{id}/cover', {
        params: {
          path: { id },
          query: { x: area.x, y: area.y, width: area.width },
          header: { 'If-Match': `"v${version}-"` },
        },
        headers: { 'Content-Type': file.type },
        body: file.name,
        bodySerializer: () => file,
      }),
    ),
  )

export const useRemovePostCover = (id: string) => useOnPosts(() => one(api.DELETE('/blogs/{id}/cover', at(id))))

export const useLike = (post: Post) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (like: boolean) =>
      one(like ? api.POST('/blogs/{id}/like', at(post.id)) : api.DELETE('/blogs/{id}/like', at(post.id))),
    onSuccess: (likes) => client.setQueryData(postQuery(post.slug).queryKey, { ...post, ...likes }),
  })
}
