import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { QueryView } from '@/shared/query-view'

import { AddRecording } from './add-recording'
import { lessonsQuery, type Owner } from './api'
import { RecordingFiles } from './recording-files'
import { RecordingItem } from './recording-item'
import classes from './recordings.module.css'
import type { VideoField } from './video-field'

type Props = {
  of: Owner
  /** Whether the user is one of the instructors, who add recordings and decide who sees them. */
  teaches: boolean
  /** Whether it takes place at a meeting server, which may have recorded it. */
  isRecordable: boolean
  /** The field for choosing a video of the course; undefined without a course. */
  videoField: VideoField | undefined
}

/** What was recorded of a session or a meeting. Learners see nothing while there is nothing. */
export function Recordings({ of, teaches, isRecordable, videoField }: Props) {
  const lessons = useQuery(lessonsQuery(of))
  const [adding, setAdding] = useState(false)
  if (!teaches && !lessons.error && !lessons.data?.length) return null
  return (
    <section aria-labelledby="recordings">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h3" id="recordings">
          <Trans>Recordings</Trans>
        </Title>
        {teaches && (
          <Button variant="default" onClick={() => setAdding(true)}>
            <Trans>Add recording</Trans>
          </Button>
        )}
      </Group>
      <Stack>
        <QueryView
          query={lessons}
          skeleton={<Skeleton height={64} radius="lg" />}
          isEmpty={(list) => list.length === 0}
          empty={<Text c="dimmed">{emptyText(of, isRecordable, videoField !== undefined)}</Text>}
        >
          {(list) => (
            <ol className={classes.list}>
              {list.map((lesson) => (
                <RecordingItem key={lesson.id} lesson={lesson} teaches={teaches} />
              ))}
            </ol>
          )}
        </QueryView>
        {teaches && isRecordable && <RecordingFiles of={of} />}
      </Stack>
      {adding && <AddRecording of={of} videoField={videoField} onClose={() => setAdding(false)} />}
    </section>
  )
}

function emptyText(of: Owner, isRecordable: boolean, hasCourse: boolean) {
  if (!isRecordable) return t`No recordings yet.`
  if ('meetingId' in of && !hasCourse)
    return t`No recordings yet. What you record at Zoom is listed here after the meeting.`
  return 'meetingId' in of
    ? t`No recordings yet. Record the meeting at Zoom, and the video appears here by itself.`
    : t`No recordings yet. What the meeting server records appears here by itself after the session.`
}
