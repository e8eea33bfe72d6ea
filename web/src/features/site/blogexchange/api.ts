import { queryOptions, useMutation } from '@tanstack/react-query'

import { api, file, one, type Schema } from '@/api/client'
import { saveFile } from '@/shared/save-file'

import { postImportKeys } from './keys'

export type ExportStatus = 'draft' | 'scheduled' | 'published' | 'archived'
export type PostImportReport = Schema<'PostImportReport'>
export type ImportedPost = Schema<'ImportedPost'>

/** Downloads the posts with a status, or all, with their pictures. */
export const useExportPosts = (status: ExportStatus | undefined) =>
  useMutation({
    mutationFn: () => file(api.GET('/blogs/export', { params: { query: status ? { status } : {} }, parseAs: 'blob' })),
    onSuccess: (zipped) => saveFile(zipped, 'posts.zip'),
  })

export type PostsFile = {
  posts: File
  /** Posts get the statuses that the file says. */
  publish: boolean
}

const startImport = ({ posts, publish }: PostsFile, dryRun: boolean) =>
  one(
    api.POST('/blogs/import', {
      params: { query: { dry_run: dryRun, publish } },
      headers: { 'Content-Type': posts.name.endsWith('.json') ? 'application/json' : 'application/zip' },
      body: '',
      bodySerializer: () => posts,
    }),
  )

/** Starts a dry run, which finds out what importing a file would do. */
export const usePostsPreview = () => useMutation({ mutationFn: (file: PostsFile) => startImport(file, true) })

export const useImportPosts = () => useMutation({ mutationFn: (file: PostsFile) => startImport(file, false) })

const whileRunning = 1000 // milliseconds between looks at a running import

/** How far an import is, and what has become of its posts. */
export const postImportQuery = (id: string) =>
  queryOptions({
    queryKey: postImportKeys.one(id),
    queryFn: ({ signal }) => one(api.GET('/blogs/import/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data?.state ?? 'running') === 'running' && whileRunning,
  })
