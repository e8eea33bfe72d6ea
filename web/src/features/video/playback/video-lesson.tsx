import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense } from 'react'

import { QueryView } from '@/shared/query-view'

import { positionQuery, streamingUrlsQuery } from './api'
import classes from './learn-page.module.css'
import { PlayerKeys } from './player-keys'
import { startAt } from './position'

const Player = lazy(() => import('./player'))

type Props = {
  videoId: string
  title: string
  /** The user whose position is saved. */
  viewer: string | undefined
  /** Receives the element, for controls that seek in it. */
  videoRef?: RefObject<HTMLVideoElement | null>
}

/** The video of a lesson, resuming where the viewer stopped on any device. */
export function VideoLesson({ videoId, title, viewer, videoRef }: Props) {
  const urls = useQuery(streamingUrlsQuery(videoId))
  const position = useQuery({ ...positionQuery(videoId), enabled: viewer !== undefined })
  return (
    <>
      <QueryView query={urls} skeleton={<Skeleton className={classes.screen} />}>
        {(u) => (
          <Suspense fallback={<div className={classes.screen} />}>
            {position.isLoading ? (
              <div className={classes.screen} />
            ) : (
              <Player
                urls={u}
                title={title}
                start={startAt(position.data?.position ?? 0, u.duration)}
                viewer={viewer}
                videoRef={videoRef}
              />
            )}
          </Suspense>
        )}
      </QueryView>
      <PlayerKeys />
    </>
  )
}
