import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { dated, span } from '@/shared/format'
import { TextLink } from '@/shared/link'
import { toast } from '@/shared/toasts'

import { type RecordedLesson, useRemoveRecording } from './api'
import { EditRecording } from './edit-recording'
import { stateLabels } from './labels'
import classes from './recordings.module.css'

/** A recording of a session or a meeting, with what its instructors can do about it. */
export function RecordingItem({ lesson, teaches }: { lesson: RecordedLesson; teaches: boolean }) {
  const { title, state, seconds, recorded_date, created_by, is_published } = lesson
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const close = () => setOpen(undefined)
  return (
    <li className={classes.item}>
      <div className={classes.about}>
        <RecordingLink lesson={lesson} />
        <Text size="sm" c="dimmed">
          {[dated(recorded_date), seconds > 0 && span(seconds), created_by].filter(Boolean).join(' · ')}
        </Text>
      </div>
      <Group gap="xs">
        {state !== 'ready' && (
          <Badge variant="light" color={state === 'failed' ? 'red' : 'gray'} tt="none">
            {t(stateLabels[state])}
          </Badge>
        )}
        {!is_published && (
          <Badge variant="light" color="gray" tt="none">
            <Trans>Not published</Trans>
          </Badge>
        )}
        {teaches && (
          <>
            <Button variant="subtle" size="compact-sm" aria-label={t`Edit ${title}`} onClick={() => setOpen('edit')}>
              <Trans>Edit</Trans>
            </Button>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              aria-label={t`Remove ${title}`}
              onClick={() => setOpen('remove')}
            >
              <Trans>Remove</Trans>
            </Button>
          </>
        )}
      </Group>
      {open === 'edit' && <EditRecording lesson={lesson} onClose={close} />}
      {open === 'remove' && <RemoveRecording lesson={lesson} onClose={close} />}
    </li>
  )
}

/** Where a recording is watched: in the player, or elsewhere. */
export function RecordingLink({ lesson: { title, state, url, course_id, video_id } }: { lesson: RecordedLesson }) {
  if (state !== 'ready') return <Text fw={600}>{title}</Text>
  if (video_id) {
    return (
      <TextLink to="/learn/$courseId/$videoId" params={{ courseId: course_id, videoId: video_id }} fw={600}>
        {title}
      </TextLink>
    )
  }
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" fw={600}>
      {title}
    </Anchor>
  )
}

/** What becomes of a recording that is removed. */
function removalOf(isVideo: boolean, isOfMeeting: boolean) {
  if (isOfMeeting) {
    return isVideo
      ? t`Those invited can't watch it here any more. The video stays in the video library.`
      : t`Those invited don't see the address any more.`
  }
  return isVideo
    ? t`Members of the batch can't watch it here any more. The video stays in the video library.`
    : t`Members of the batch don't see the address any more.`
}

function RemoveRecording({
  lesson: { id, title, video_id, meeting_id },
  onClose,
}: {
  lesson: RecordedLesson
  onClose: () => void
}) {
  const remove = useRemoveRecording()
  return (
    <Confirm
      title={t`Remove “${title}”?`}
      text={removalOf(video_id !== '', meeting_id !== '')}
      action={t`Remove recording`}
      danger
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(id, {
          onSuccess: () => {
            toast(t`Recording removed.`)
            onClose()
          },
        })
      }
    />
  )
}
