import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { span } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { Failure } from '@/shared/query-view'

import { type Video, videosQuery } from './api'
import { statuses } from './labels'

type Props = {
  courseId: string
  /** The id of the chosen video, or empty. */
  chosen: string
  onChoose: (videoId: string) => void
  error: string | undefined
}

/** Chooses a video of a course's library. */
export function VideoChoice({ courseId, chosen, onChoose, error }: Props) {
  const videos = useQuery(videosQuery({ courseId }))
  const items = videos.data?.items ?? []
  const video = items.find((v) => v.videoId === chosen)
  if (videos.error) return <Failure error={videos.error} retry={videos.refetch} />
  return (
    <div>
      <NativeSelect
        label={t`Video from the course library`}
        data={[
          { value: '', label: items.length > 0 ? t`Choose a video` : t`No videos in this course yet` },
          ...items.map((v) => ({ value: v.videoId, label: v.title || v.originalFileName })),
        ]}
        value={chosen}
        onChange={(event) => event.currentTarget.value && onChoose(event.currentTarget.value)}
        error={error}
      />
      {video && <About video={video} />}
    </div>
  )
}

function About({ video }: { video: Video }) {
  return (
    <Text size="sm" mt={6} c="dimmed">
      {t(statuses[video.status].label)}
      {video.durationMs > 0 && ` · ${span(video.durationMs / 1000)}`} ·{' '}
      <TextLink
        to="/teach/courses/$courseId/videos"
        params={{ courseId: video.courseId }}
        search={{ video: video.videoId }}
        size="sm"
      >
        <Trans>Edit details and captions</Trans>
      </TextLink>
    </Text>
  )
}
