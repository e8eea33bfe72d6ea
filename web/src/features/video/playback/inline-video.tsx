import { Trans } from '@lingui/react/macro'
import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'

import { ApiError } from '@/api/client'
import { QueryView } from '@/shared/query-view'

import { streamingUrlsQuery } from './api'

const Player = lazy(() => import('./player'))

type Props = {
  videoId: string
  title: string
  /** Whether it plays at once, where the browser allows it. */
  autoPlay?: boolean
}

/** A video on a page about something else. Nothing that is watched is recorded. */
export function InlineVideo({ videoId, title, autoPlay = false }: Props) {
  const urls = useQuery(streamingUrlsQuery(videoId))
  const skeleton = <Skeleton radius="lg" style={{ aspectRatio: '16 / 9' }} />
  if (urls.error instanceof ApiError && urls.error.status === 409) {
    return (
      <Text c="dimmed">
        <Trans>This video is still being processed.</Trans>
      </Text>
    )
  }
  return (
    <QueryView query={urls} skeleton={skeleton}>
      {(found) => (
        <Suspense fallback={skeleton}>
          <Player urls={found} title={title} start={0} viewer={undefined} autoPlay={autoPlay} />
        </Suspense>
      )}
    </QueryView>
  )
}
