import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { NativeSelect, Radio, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { clock } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'

import { picturesQuery, type Video, videosQuery } from './api'
import classes from './video-details.module.css'

type Frame = { videoId: string; thumbnail: number }

type Props = {
  courseId: string
  chosen: Frame | undefined
  onChoose: (frame: Frame | undefined) => void
}

/** Chooses one of the ten thumbnails of a playable video of a course. */
export function FrameChoice({ courseId, chosen, onChoose }: Props) {
  const videos = useQuery(videosQuery({ courseId }))
  const [id, setId] = useState('')
  if (videos.error) return <Failure error={videos.error} retry={videos.refetch} />
  if (videos.isPending) return <Skeleton height={60} />
  const playable = videos.data.items.filter((v) => v.playable)
  const video = playable.find((v) => v.videoId === id) ?? playable[0]
  if (!video) {
    return (
      <Text>
        <Trans>This course has no processed video yet. Upload one under Videos, or upload a picture instead.</Trans>
      </Text>
    )
  }
  return (
    <Stack>
      <NativeSelect
        label={t`Video`}
        data={playable.map((v) => ({ value: v.videoId, label: v.title || v.originalFileName }))}
        value={video.videoId}
        onChange={(event) => {
          setId(event.currentTarget.value)
          onChoose(undefined)
        }}
      />
      <Frames
        key={video.videoId}
        video={video}
        value={chosen?.videoId === video.videoId ? chosen.thumbnail : undefined}
        onChange={(thumbnail) => onChoose({ videoId: video.videoId, thumbnail })}
      />
    </Stack>
  )
}

type FramesProps = { video: Video; value: number | undefined; onChange: (thumbnail: number) => void }

function Frames({ video, value, onChange }: FramesProps) {
  const pictures = useQuery(picturesQuery(video.videoId, video.generation))
  return (
    <QueryView
      query={pictures}
      skeleton={<Skeleton height={160} />}
      isEmpty={({ thumbnails }) => thumbnails.length === 0}
      empty={
        <Text>
          <Trans>This video has no pictures yet. Try again when it has been processed.</Trans>
        </Text>
      }
    >
      {({ thumbnails }) => (
        <Radio.Group
          label={t`Frame`}
          value={value === undefined ? null : String(value)}
          onChange={(n) => onChange(Number(n))}
        >
          <SimpleGrid cols={{ base: 2, xs: 5 }} spacing="xs" mt={6}>
            {thumbnails.map((address, i) => {
              const at = clock(((i + 0.5) / thumbnails.length) * (video.durationMs / 1000))
              return (
                <Radio.Card key={address} value={String(i)} className={classes.still} aria-label={t`Frame at ${at}`}>
                  <img src={address} alt="" width={320} height={180} />
                </Radio.Card>
              )
            })}
          </SimpleGrid>
        </Radio.Group>
      )}
    </QueryView>
  )
}
