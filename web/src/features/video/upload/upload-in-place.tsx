import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, FileButton } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { ACCEPTED_FILES, type RefusedFile } from '@/upload-client'

import { minutesOf } from './duration'
import { refusalText } from './failure-text'
import { uploadsOf } from './queue'
import classes from './upload-panel.module.css'
import { UploadRow } from './upload-row'

type Props = {
  owner: string
  courseId: string
  /** The lesson that the video is for: an upload started on another visit is found again by it. */
  lessonId: string
  onUploaded: (videoId: string) => void
  /** Whether the lesson has a video: one uploaded before this page was opened does not replace it. */
  hasVideo: boolean
}

/** Uploads one video for a lesson, in the shared queue. */
export function UploadInPlace({ owner, courseId, lessonId, onUploaded, hasVideo }: Props) {
  const queue = uploadsOf(owner)
  const { items } = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  const item = items.findLast((i) => i.metadata.lessonId === lessonId && i.status !== 'cancelled')
  const [refusal, setRefusal] = useState<RefusedFile>()
  const done = item?.status === 'completed' ? item.videoId : null
  useNotifyOnce(done, onUploaded, hasVideo)

  const take = async (file: File | null) => {
    if (!file) return
    const durationMinutes = await minutesOf(file)
    const metadata = { lessonId, title: file.name.replace(/\.\w+$/, '') }
    const { refused } = await queue.add([file], { courseId, metadata, ...(durationMinutes && { durationMinutes }) })
    setRefusal(refused[0])
  }
  return (
    <div>
      <FileButton accept={ACCEPTED_FILES} onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="light" leftSection={<IconCloudUpload size={18} />}>
            <Trans>Upload video</Trans>
          </Button>
        )}
      </FileButton>
      {refusal && (
        <Alert role="alert" color="red" mt="sm">
          {refusalText(refusal)}
        </Alert>
      )}
      {item && (
        <ul className={classes.inPlace} aria-label={t`Upload for this lesson`}>
          <UploadRow item={item} queue={queue} />
        </ul>
      )}
    </div>
  )
}

/** Notifies once of a video whose upload is complete; with `known`, not of one that was complete from the start. */
function useNotifyOnce(videoId: string | null, notify: (videoId: string) => void, known: boolean) {
  const notified = useRef(known ? videoId : null)
  useEffect(() => {
    if (!videoId || notified.current === videoId) return
    notified.current = videoId
    notify(videoId)
  }, [videoId, notify])
}
