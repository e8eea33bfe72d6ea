import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, FileButton, NativeSelect, Text } from '@mantine/core'
import { IconCloudUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { DropArea } from '@/shared/drop-area'

import { ACCEPTED_FILES, type RefusedFile } from '@/upload-client'

import { minutesOf } from './duration'
import { refusalText } from './failure-text'
import { uploadsOf } from './queue'
import classes from './upload-panel.module.css'

type Props = {
  /** Undefined while the account loads. */
  owner: string | undefined
  /** The courses to choose from, undefined while they load; of one course alone there is no choice. */
  courses: { id: string; title: string }[] | undefined
  /** The course selected initially. */
  courseId?: string
}

/** Accepts video files, dropped or chosen, for one course. The dock shows their progress. */
export function UploadPanel({ owner, courses, courseId }: Props) {
  const [chosen, setChosen] = useState(courseId)
  const course = chosen ?? courses?.[0]?.id ?? ''
  const [refused, setRefused] = useState<RefusedFile[]>([])
  const take = async (files: File[]) => {
    if (files.length === 0 || !owner || !courses) return
    const taken = await Promise.all(
      files.map(async (file) => {
        const durationMinutes = await minutesOf(file)
        return uploadsOf(owner).add([file], { courseId: course, ...(durationMinutes && { durationMinutes }) })
      }),
    )
    setRefused(taken.flatMap(({ refused }) => refused))
  }

  return (
    <div>
      <DropArea label={t`Upload videos`} className={classes.zone} onFiles={(files) => void take(files)}>
        <IconCloudUpload size={36} aria-hidden="true" className={classes.icon} />
        <div className={classes.words}>
          <Text fw={700} size="lg">
            <Trans>Drop videos here</Trans>
          </Text>
          <Text size="sm" c="dimmed">
            <Trans>
              MP4, MOV, WebM, AVI or MKV, up to 10 GB and 8 hours each. You can keep working while they upload.
            </Trans>
          </Text>
        </div>
        <div className={classes.controls}>
          {courses?.length !== 1 && (
            <NativeSelect
              aria-label={t`Upload to course`}
              radius="xl"
              w={{ base: '100%', xs: 280 }}
              disabled={!courses}
              data={(courses ?? []).map(({ id, title }) => ({ value: id, label: title }))}
              value={course}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          )}
          <FileButton multiple accept={ACCEPTED_FILES} onChange={(files) => void take(files)}>
            {(props) => (
              <Button {...props} disabled={!owner || !courses} size="md" h={42}>
                <Trans>Choose files</Trans>
              </Button>
            )}
          </FileButton>
        </div>
      </DropArea>
      {refused.length > 0 && (
        <Alert
          role="alert"
          color="red"
          mt="sm"
          withCloseButton
          closeButtonLabel={t`Close`}
          onClose={() => setRefused([])}
        >
          {refused.map((file) => (
            <Text size="sm" key={file.fileName}>
              <b>{file.fileName}</b>: {refusalText(file)}
            </Text>
          ))}
        </Alert>
      )}
    </div>
  )
}
