import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleHalf2, IconClock, IconLock, IconPlayerPlay } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import type { Schema } from '@/api/client'
import { clock, span } from '@/shared/format'

import type { CoursePosition } from './api'
import classes from './lesson-list.module.css'

type Video = Schema<'Video'>
type Props = {
  courseId: string
  videos: Video[]
  /** Whether all lessons are open to the user; otherwise only previews are. */
  enrolled: boolean
  current?: string
  /** The user's positions by video id. */
  positions: Map<string, CoursePosition> | undefined
  label: string
}

/** The lessons of a course in order. Those not playable yet are listed with the reason. */
export function LessonList({ courseId, videos, enrolled, current, positions, label }: Props) {
  return (
    <ol className={classes.list} aria-label={label}>
      {videos.map((video, i) => (
        <li key={video.videoId}>
          {isOpen(video, enrolled) ? (
            <Link
              to="/learn/$courseId/$videoId"
              params={{ courseId, videoId: video.videoId }}
              className={classes.lesson}
              aria-current={video.videoId === current ? 'true' : undefined}
            >
              <Row {...{ video, enrolled }} number={i + 1} at={positions?.get(video.videoId)} />
            </Link>
          ) : (
            <div className={classes.lesson} data-closed>
              <Row {...{ video, enrolled }} number={i + 1} at={undefined} />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

type RowProps = { video: Video; number: number; enrolled: boolean; at: CoursePosition | undefined }

function Row({ video, number, enrolled, at }: RowProps) {
  const note = noteOf(video, enrolled)
  return (
    <>
      <Sign video={video} enrolled={enrolled} at={at} />
      <span className={classes.title}>
        <span className={classes.number}>{number}.</span> {video.title}
        {note && (
          <Text component="span" display="block" size="xs" c="dimmed">
            {note}
          </Text>
        )}
      </span>
      {video.durationMs > 0 && (
        <Text component="span" size="sm" c="dimmed" className={classes.length}>
          <span aria-hidden="true">{clock(video.durationMs / 1000)}</span>
          <span className="visually-hidden">{span(video.durationMs / 1000)}</span>
        </Text>
      )}
    </>
  )
}

/** Whether the user may watch a lesson and it is playable. */
const isOpen = (video: Video, enrolled: boolean) => video.playable && (enrolled || video.isPreview)

function Sign({ video, enrolled, at }: Omit<RowProps, 'number'>) {
  if (at?.watched)
    return <IconCircleCheckFilled size={18} role="img" aria-label={t`Watched`} className={classes.icon} />
  if (at) return <IconCircleHalf2 size={18} role="img" aria-label={t`Started`} className={classes.icon} />
  const closed = video.playable ? IconLock : IconClock
  const Icon = isOpen(video, enrolled) ? IconPlayerPlay : closed
  return <Icon size={18} aria-hidden="true" className={classes.icon} />
}

/** Why a lesson is locked, or that it is open to everyone. */
function noteOf(video: Video, enrolled: boolean) {
  if (video.status === 'failed' && !video.playable) return t`Not available. The instructor has been notified.`
  if (!video.playable) return t`Still being processed`
  if (enrolled) return undefined
  return video.isPreview ? t`Free preview` : t`Enrol to watch`
}
