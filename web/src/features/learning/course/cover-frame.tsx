import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { Dialog, DialogActions } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type CourseDetail, versionOf } from './api'
import { useSetCoverFrame } from './cover-api'

/** What a video of the course shows at the time of one of its thumbnails. */
export type VideoFrame = { videoId: string; thumbnail: number }

export type CoverParts = {
  /** The field for choosing a frame from the videos of the course. */
  frameField: (chosen: VideoFrame | undefined, onChoose: (frame: VideoFrame | undefined) => void) => ReactNode
}

type Props = CoverParts & { course: CourseDetail; onDone: () => void }

/** Chooses what a video shows at some time as the cover of its course. */
export function FrameDialog({ course, frameField, onDone }: Props) {
  const [frame, setFrame] = useState<VideoFrame>()
  const save = useSetCoverFrame(course.id)
  const submit = ({ videoId, thumbnail }: VideoFrame) =>
    save.mutate(
      { tag: versionOf(course.updatedAt), body: { video_id: videoId, thumbnail } },
      {
        onSuccess: () => {
          toast(t`Cover saved.`)
          onDone()
        },
      },
    )
  return (
    <Dialog title={t`Choose video frame`} onClose={onDone} size="lg">
      {save.error && <Failure error={save.error} />}
      {frameField(frame, setFrame)}
      <Text size="sm" c="dimmed" role="status">
        {save.isPending && t`Taking the picture from the video…`}
      </Text>
      <DialogActions onCancel={onDone}>
        <Button loading={save.isPending} disabled={!frame} onClick={() => frame && submit(frame)}>
          <Trans>Use frame</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
