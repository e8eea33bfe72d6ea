import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { isStale } from '@/shared/base-version'

import { playbackKeys } from './keys'

export type Caption = Schema<'Caption'>

export const captionsQuery = (videoId: string) =>
  queryOptions({
    queryKey: playbackKeys.captions(videoId),
    queryFn: () => many(api.GET('/video-streaming/{id}/captions', { params: { path: { id: videoId } } })),
  })

/** Captions to upload, with the tag of those that they replace. */
type NewCaptions = { language: string; label: string; content: string; tag: string | undefined }

/** Uploads captions, replacing those of the same language. */
export function usePutCaptions(videoId: string) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: playbackKeys.captions(videoId) })
  return useMutation({
    mutationFn: ({ language, tag, ...body }: NewCaptions) =>
      one(
        api.PUT('/video-streaming/{id}/captions/{language}', {
          params: { path: { id: videoId, language }, ...(tag && { header: { 'If-Match': tag } }) },
          body,
        }),
      ),
    onSuccess: refetch,
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}

export function useDeleteCaptions(videoId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (language: string) =>
      one(api.DELETE('/video-streaming/{id}/captions/{language}', { params: { path: { id: videoId, language } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: playbackKeys.captions(videoId) }),
  })
}
