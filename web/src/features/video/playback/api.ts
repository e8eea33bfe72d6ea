import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { ApiError, api, many, one, type Schema, tagged } from '@/api/client'
import { videoKeys } from '@/features/video/transcode/keys'
import { isStale } from '@/shared/base-version'
import { sentEvent } from '@/shared/outbox/events'

import { playbackKeys } from './keys'
import { cuesOf } from './transcript'

export type StreamingUrls = Schema<'StreamingUrls'>

export const fetchStreamingUrls = (id: string) =>
  one(api.GET('/video-streaming/{id}/streaming-urls', { params: { path: { id } } }))

/** What the player needs to start. Never cached: its token is for one session of watching. */
export const streamingUrlsQuery = (id: string) =>
  queryOptions({
    queryKey: playbackKeys.urls(id),
    queryFn: () => fetchStreamingUrls(id),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY, // the player renews its token itself; new URLs would restart it
  })

/** Where the viewer stopped, on any device. */
export const positionQuery = (id: string) =>
  queryOptions({
    queryKey: playbackKeys.position(id),
    queryFn: () => one(api.GET('/video-streaming/{id}/position', { params: { path: { id } } })),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY, // read once: after that the player knows better
  })

/** The videos of a course in order: its lessons. Refetched with every list of videos. */
export const courseVideosQuery = (courseId: string) =>
  queryOptions({
    queryKey: videoKeys.ofCourse(courseId),
    queryFn: () =>
      many(
        api.GET('/video-streaming/courses/{id}/videos', {
          params: { path: { id: courseId }, query: { limit: 100 } },
        }),
      ),
  })

/** The captions of a video in a language, as they are said. */
export const transcriptQuery = (videoId: string, language: string) =>
  queryOptions({
    queryKey: playbackKeys.transcript(videoId, language),
    queryFn: async () => {
      // New addresses: the token of those that play may be near its end.
      const { captions } = await fetchStreamingUrls(videoId)
      const address = captions.find((c) => c.language === language)?.url
      if (address === undefined) return []
      const reply = await fetch(new URL(address, window.location.origin))
      if (!reply.ok) throw new ApiError(reply.status)
      return cuesOf(await reply.text())
    },
  })

/** The chapters of a video, with the entity tag for changes. */
export const chaptersQuery = (videoId: string) =>
  queryOptions({
    queryKey: playbackKeys.chapters(videoId),
    queryFn: () => tagged(api.GET('/video-streaming/{id}/chapters', { params: { path: { id: videoId } } })),
  })

/** Sets the chapters of a video over the version that was edited. */
export function usePutChapters(videoId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ tag, chapters }: { tag: string; chapters: Schema<'Chapter'>[] }) =>
      tagged(
        api.PUT('/video-streaming/{id}/chapters', {
          params: { path: { id: videoId }, header: { 'If-Match': tag } },
          body: { chapters },
        }),
      ),
    onSuccess: (saved) => client.setQueryData(playbackKeys.chapters(videoId), saved),
    onError: (error) =>
      isStale(error) ? client.invalidateQueries({ queryKey: playbackKeys.chapters(videoId) }) : undefined,
  })
}

export type CoursePosition = Schema<'CoursePosition'>

const positionsQuery = (courseId: string) =>
  queryOptions({
    queryKey: playbackKeys.positions(courseId),
    queryFn: () =>
      many(
        api.GET('/video-streaming/courses/{id}/positions', {
          params: { path: { id: courseId }, query: { limit: 100 } },
        }),
      ),
    select: ({ items }) => new Map(items.map((p) => [p.videoId, p])),
    staleTime: 0, // another device may have made progress
  })

/**
 * The user's positions in the videos of a course by video id, refetched whenever the server has accepted watch
 * events.
 */
export function usePositions(courseId: string, signedIn: boolean) {
  const client = useQueryClient()
  useEffect(() => {
    const follow = () => void client.invalidateQueries({ queryKey: playbackKeys.positions(courseId) })
    window.addEventListener(sentEvent, follow)
    return () => window.removeEventListener(sentEvent, follow)
  }, [client, courseId])
  return useQuery({ ...positionsQuery(courseId), enabled: signedIn }).data
}

export type Analytics = Schema<'Analytics'>

export const analyticsQuery = (id: string) =>
  queryOptions({
    queryKey: playbackKeys.analytics(id),
    queryFn: () => one(api.GET('/video-streaming/{id}/analytics', { params: { path: { id } } })),
    staleTime: 0,
  })
