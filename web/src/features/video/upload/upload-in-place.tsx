import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, FileButton } from '@mantine/core'
import { IconCloudUpload, IconReplace } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'

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
  const item = useUpload(owner, 'lessonId', lessonId)
  const done = item?.status === 'completed' ? item.videoId : null
  useNotifyOnce(done, onUploaded, hasVideo)
  return (
    <Place
      owner={owner}
      courseId={courseId}
      metadata={(file) => ({ lessonId, title: file.name.replace(/\.\w+$/, '') })}
      icon={<IconCloudUpload size={18} />}
      action={<Trans>Upload video</Trans>}
      label={t`Upload for this lesson`}
      item={item}
    />
  )
}

/** Uploads another file for a video, which keeps everything else, in the shared queue. */
export function ReplaceFile({ owner, courseId, videoId }: { owner: string; courseId: string; videoId: string }) {
  return (
    <Place
      owner={owner}
      courseId={courseId}
      metadata={() => ({ replaces: videoId })}
      icon={<IconReplace size={18} />}
      action={<Trans>Replace file</Trans>}
      label={t`New file for this video`}
      item={useUpload(owner, 'replaces', videoId)}
    />
  )
}

/** The last upload for something, which its metadata names. */
function useUpload(owner: string, purpose: 'lessonId' | 'replaces', id: string) {
  const queue = uploadsOf(owner)
  const { items } = useSyncExternalStore(queue.subscribe, queue.getSnapshot)
  return items.findLast((i) => i.metadata[purpose] === id && i.status !== 'cancelled')
}

type PlaceProps = {
  owner: string
  courseId: string
  metadata: (file: File) => Record<string, string>
  icon: ReactNode
  action: ReactNode
  label: string
  item: ReturnType<typeof useUpload>
}

/** Chooses one file and shows how far its upload is. */
function Place({ owner, courseId, metadata, icon, action, label, item }: PlaceProps) {
  const queue = uploadsOf(owner)
  const [refusal, setRefusal] = useState<RefusedFile>()
  const take = async (file: File | null) => {
    if (!file) return
    const durationMinutes = await minutesOf(file)
    const options = { courseId, metadata: metadata(file), ...(durationMinutes && { durationMinutes }) }
    const { refused } = await queue.add([file], options)
    setRefusal(refused[0])
  }
  return (
    <div>
      <FileButton accept={ACCEPTED_FILES} onChange={(file) => void take(file)}>
        {(props) => (
          <Button {...props} variant="light" leftSection={icon}>
            {action}
          </Button>
        )}
      </FileButton>
      {refusal && (
        <Alert role="alert" color="red" mt="sm">
          {refusalText(refusal)}
        </Alert>
      )}
      {item && (
        <ul className={classes.inPlace} aria-label={label}>
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
