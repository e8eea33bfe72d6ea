import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { api, errorDetails, many, one, type Schema, tagged } from '@/api/client'
import { listen } from '@/api/events'
import { isStale } from '@/shared/base-version'

import type { VideoFilters } from './filters'
import { pictureKeys, videoKeys } from './keys'

export type Video = Schema<'Video'>
export type Status = Schema<'Status'>
export type LogEntry = Schema<'LogEntry'>

const refreshEvery = 5000 // milliseconds, while something is in progress

export const isUnderWay = (status: Video['status']) =>
  status === 'pending' || status === 'uploading' || status === 'processing'

export const videosQuery = (filters: VideoFilters) =>
  queryOptions({
    queryKey: videoKeys.library(filters),
    queryFn: ({ signal }) => many(api.GET('/video-streaming/videos', { params: { query: filters }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some((v) => isUnderWay(v.status) || v.replacing) ? refreshEvery : false,
  })

/** A video, with the entity tag for changes of its details. */
export const videoQuery = (id: string) =>
  queryOptions({
    queryKey: videoKeys.one(id),
    queryFn: () => tagged(api.GET('/video-streaming/{id}/metadata', { params: { path: { id } } })),
  })

export const statusQuery = (id: string) =>
  queryOptions({
    queryKey: videoKeys.status(id),
    queryFn: () => one(api.GET('/video-streaming/{id}/status', { params: { path: { id } } })),
  })

export const logsQuery = (id: string) =>
  queryOptions({
    queryKey: videoKeys.logs(id),
    queryFn: () => many(api.GET('/video-streaming/{id}/logs', { params: { path: { id }, query: { limit: 100 } } })),
  })

/** The images of a playable video, at URLs that are valid for an hour. */
export const picturesQuery = (id: string, generation: number) =>
  queryOptions({
    queryKey: pictureKeys.generation(id, generation),
    queryFn: async () => {
      const { poster, thumbnails } = await one(
        api.GET('/video-streaming/{id}/streaming-urls', { params: { path: { id } } }),
      )
      return { poster, thumbnails }
    },
    staleTime: 30 * 60_000,
  })

/** The status of a video: streamed by the server while `live`, otherwise polled. */
export function useStatus(id: string, live: boolean) {
  const client = useQueryClient()

  useEffect(() => {
    if (!live) return
    const stop = new AbortController()
    void listen(
      `/video-streaming/${encodeURIComponent(id)}/status/events`,
      (data) => {
        if (!isStatus(data)) return
        client.setQueryData(statusQuery(id).queryKey, data)
        if (!isUnderWay(data.status)) void client.invalidateQueries({ queryKey: videoKeys.libraries() })
      },
      stop.signal,
    )
    return () => stop.abort()
  }, [client, id, live])

  return useQuery({ ...statusQuery(id), refetchInterval: live ? false : refreshEvery })
}

function isStatus(data: unknown): data is Status {
  return typeof data === 'object' && data !== null && 'videoId' in data && 'renditions' in data && 'progress' in data
}

/** A mutation of videos: every list and every status is refetched. */
function useVideoMutation<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: videoKeys.all }) })
}

const byId = (id: string) => ({ params: { path: { id } } })

export const useRetry = () =>
  useVideoMutation((id: string) => one(api.POST('/video-streaming/{id}/retry-processing', byId(id))))

export const useAcceptTruncated = () =>
  useVideoMutation((id: string) => one(api.POST('/video-streaming/{id}/accept-truncated', byId(id))))

export const useRemake = () =>
  useVideoMutation((id: string) => one(api.POST('/video-streaming/{id}/invalidate-cache', byId(id))))

/** Deletes a video; with `force` also one that published lessons show. */
export const useDelete = () =>
  useVideoMutation(({ id, force }: { id: string; force: boolean }) =>
    one(api.DELETE('/video-streaming/{id}', { params: { path: { id }, query: { force } } })),
  )

/** The published lessons for which a video was not deleted; undefined for any other error. */
export function lessonsInUse(error: unknown) {
  const details = errorDetails(error)
  return details && 'lessons' in details ? details.lessons : undefined
}

/** Changes the details of a video over the version that was edited; refused where there is a newer one. */
export function useChange(id: string) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: videoKeys.all })
  return useMutation({
    mutationFn: ({ tag, ...body }: Schema<'Change'> & { tag: string }) =>
      tagged(
        api.PATCH('/video-streaming/{id}/metadata', { params: { path: { id }, header: { 'If-Match': tag } }, body }),
      ),
    onSuccess: (saved) => {
      client.setQueryData(videoQuery(id).queryKey, saved)
      void client.invalidateQueries({ queryKey: pictureKeys.all(id) })
      return refetch()
    },
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}
