import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { playbackKeys } from './keys'

export type Caption = Schema<'Caption'>

export const captionsQuery = (videoId: string) =>
  queryOptions({
    queryKey: playbackKeys.captions(videoId),
    queryFn: () => many(api.GET('/video-streaming/{id}/captions', { params: { path: { id: videoId } } })),
  })

type NewCaptions = { language: string; label: string; content: string }

/** Uploads captions, replacing those of the same language. */
export function usePutCaptions(videoId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ language, ...body }: NewCaptions) =>
      one(api.PUT('/video-streaming/{id}/captions/{language}', { params: { path: { id: videoId, language } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: playbackKeys.captions(videoId) }),
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
