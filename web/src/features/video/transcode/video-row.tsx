import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Badge, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { IconDots, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { Cover } from '@/shared/cover'
import { ago, bytes, clock, instant } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { toast } from '@/shared/toasts'

import { isUnderWay, picturesQuery, useAcceptTruncated, useRemake, useRetry, type Video } from './api'
import { DeleteVideo } from './delete-video'
import { failureReason } from './failure-reason'
import { statuses } from './labels'
import { Progress } from './progress'
import type { DrawerTab } from './video-drawer'
import classes from './videos-page.module.css'

type Props = {
  video: Video
  /** Whether to stream its progress. */
  live: boolean
  onOpen: (tab: DrawerTab) => void
}

export function VideoRow({ video, live, onOpen }: Props) {
  return (
    <li className={classes.row}>
      <Picture video={video} />
      <div>
        <UnstyledButton className={classes.title} onClick={() => onOpen('details')}>
          {video.title}
        </UnstyledButton>
        <Group gap={8} mt={2}>
          <StatusBadge status={video.status} />
          <Text size="sm" c="dimmed">
            {video.courseTitle} · {bytes(video.fileSize)} ·{' '}
            <time dateTime={video.createdAt} title={instant(video.createdAt)}>
              {ago(video.createdAt)}
            </time>
          </Text>
        </Group>
        {isUnderWay(video.status) && video.status !== 'uploading' && <Progress videoId={video.videoId} live={live} />}
        {video.status === 'failed' && (
          <Text size="sm" mt={6} c="var(--mantine-color-error)">
            {failureReason(video)}
          </Text>
        )}
        <Standing video={video} />
        {video.notices.map((notice) => (
          <Text key={notice} size="sm" mt={6} c="dimmed" lang="en">
            {notice}
          </Text>
        ))}
      </div>
      <Actions video={video} onOpen={onOpen} />
    </li>
  )
}

/** What a teacher should know of a video that plays: who sees it, and how its new file does. */
function Standing({ video }: { video: Video }) {
  const reason = failureReason(video)
  const isPrivate = video.lessonId === '' && !video.isShared && !video.isPreview
  return (
    <>
      {video.replacing === 'uploading' && (
        <Text size="sm" mt={6} c="dimmed">
          <Trans>A new file is being uploaded. The old one plays until it is ready.</Trans>
        </Text>
      )}
      {video.replacing === 'processing' && (
        <Text size="sm" mt={6} c="dimmed">
          <Trans>A new file is being processed. The old one plays until it is ready.</Trans>
        </Text>
      )}
      {video.status === 'completed' && video.failureCode && (
        <Text size="sm" mt={6} c="var(--mantine-color-error)">
          <Trans>The new file wasn't used: {reason}</Trans>
        </Text>
      )}
      {isPrivate && video.playable && (
        <Text size="sm" mt={6} c="dimmed">
          <Trans>No lesson shows this video. Only instructors can watch it.</Trans>
        </Text>
      )}
    </>
  )
}

export function StatusBadge({ status }: { status: Video['status'] }) {
  const { label, color, icon: Icon } = statuses[status]
  return (
    <Badge color={color} variant="light" leftSection={<Icon size={13} />} data-status={status}>
      {t(label)}
    </Badge>
  )
}

function Picture({ video }: { video: Video }) {
  const pictures = useQuery({ ...picturesQuery(video.videoId, video.generation), enabled: video.playable })
  return (
    <div className={classes.picture}>
      {pictures.data?.poster ? (
        <img src={pictures.data.poster} alt="" loading="lazy" width={320} height={180} />
      ) : (
        <Cover seed={video.videoId} height="100%" />
      )}
      {video.durationMs > 0 && <span className={classes.length}>{clock(video.durationMs / 1000)}</span>}
    </div>
  )
}

function Actions({ video, onOpen }: Omit<Props, 'live'>) {
  const [deleting, setDeleting] = useState(false)
  const retry = useRetry()
  const remake = useRemake()
  const accept = useAcceptTruncated()
  const { videoId, courseId, title } = video
  const again = { onError: (error: Error) => toast(error.message) }

  return (
    <Group gap="xs" wrap="nowrap" className={classes.actions}>
      {video.retryable && video.failureCode === 'VIDEO_TRUNCATED' ? (
        <Button variant="light" h={44} loading={accept.isPending} onClick={() => accept.mutate(videoId, again)}>
          <Trans>Publish what has arrived</Trans>
        </Button>
      ) : video.retryable && (video.status === 'failed' || video.status === 'cancelled') ? (
        <Button variant="light" h={44} loading={retry.isPending} onClick={() => retry.mutate(videoId, again)}>
          <Trans>Try again</Trans>
        </Button>
      ) : (
        video.playable && (
          <ButtonLink
            to="/learn/$courseId/$videoId"
            params={{ courseId, videoId }}
            variant="light"
            h={44}
            leftSection={<IconPlayerPlay size={18} />}
          >
            <Trans>Watch</Trans>
          </ButtonLink>
        )
      )}
      <Menu position="bottom-end" shadow="md" radius="md">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={44} radius="xl" aria-label={t`More actions for ${title}`}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onOpen('details')}>
            <Trans>Edit details</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => onOpen('chapters')}>
            <Trans>Chapters</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => onOpen('captions')}>
            <Trans>Captions</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => onOpen('analytics')}>
            <Trans>Analytics</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => onOpen('log')}>
            <Trans>Log</Trans>
          </Menu.Item>
          {video.retryable && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => retry.mutate(videoId, again)}>
                <Trans>Process again</Trans>
              </Menu.Item>
              <Menu.Item onClick={() => remake.mutate(videoId, again)}>
                <Trans>Reset media links</Trans>
              </Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => setDeleting(true)}>
            <Trans>Delete</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deleting && <DeleteVideo video={video} onClose={() => setDeleting(false)} />}
    </Group>
  )
}
