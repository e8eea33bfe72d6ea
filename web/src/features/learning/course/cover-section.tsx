import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'

import { CourseCover } from '@/shared/course-cover'
import { coverFile, coverTypes } from '@/shared/cover-file'
import { CropDialog } from '@/shared/crop-dialog'
import { DropArea } from '@/shared/drop-area'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'
import { type CourseDetail, versionOf } from './api'
import { useRemoveCover, useSetCover } from './cover-api'
import { type CoverParts, FrameDialog } from './cover-frame'
import classes from './cover-section.module.css'
import { EditorSection } from './editor-section'

export type { CoverParts }

type Props = CoverParts & { course: CourseDetail }

const wide = { aspect: 16 / 9, least: 160 }

/** Chooses, crops and removes the cover of a course. */
export function CoverSection({ course, frameField }: Props) {
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const [choosing, setChoosing] = useState(false)
  const reset = useRef<() => void>(null) // so that the same file can be chosen again
  const remove = useRemoveCover(course.id)
  const pick = (next: File | null | undefined) => {
    if (!next) return
    reset.current?.()
    const read = coverFile(next)
    setFile(read.file)
    setProblem(read.problem)
  }
  const chosen = course.cover?.source === 'chosen'

  return (
    <EditorSection
      title={t`Cover`}
      lead={t`Shown in the catalogue, on the course page and above lessons. JPEG, PNG, WebP or AVIF, at most 5 MB.`}
    >
      <div className={classes.columns}>
        <DropArea label={t`Cover`} className={classes.drop} onFiles={([file]) => pick(file)}>
          <CourseCover title={course.title} cover={course.cover} sizes="(min-width: 36em) 320px, 92vw" eager />
        </DropArea>
        <Stack gap="sm" align="start">
          {!chosen && <Text size="sm">{standIn(course)}</Text>}
          <Group gap="sm">
            <FileButton
              resetRef={reset}
              onChange={pick}
              accept={coverTypes.join(',')}
              inputProps={{ 'aria-label': t`Cover file` }}
            >
              {(button) => (
                <Button {...button} variant="default">
                  <Trans>Upload picture</Trans>
                </Button>
              )}
            </FileButton>
            <Button variant="default" onClick={() => setChoosing(true)}>
              <Trans>Choose video frame</Trans>
            </Button>
            {chosen && (
              <Button
                variant="subtle"
                color="red"
                loading={remove.isPending}
                onClick={() => remove.mutate(undefined, { onSuccess: () => toast(t`Cover removed.`) })}
              >
                <Trans>Remove cover</Trans>
              </Button>
            )}
          </Group>
          <Text size="xs" c="dimmed" className={classes.hint}>
            <Trans>You can also drop a file on the picture.</Trans>
          </Text>
          {problem && (
            <Text role="alert" c="red" size="sm">
              {problem}
            </Text>
          )}
          {remove.error && <Failure error={remove.error} />}
        </Stack>
      </div>
      {file && <CoverDialog course={course} file={file} onDone={() => setFile(undefined)} />}
      {choosing && <FrameDialog course={course} frameField={frameField} onDone={() => setChoosing(false)} />}
    </EditorSection>
  )
}

/** What is shown of a course without a chosen cover. */
const standIn = ({ cover }: CourseDetail) =>
  cover
    ? t`You haven't chosen a cover. Learners see the poster of the first preview video.`
    : t`You haven't chosen a cover. Learners see this pattern.`

function CoverDialog({ course, file, onDone }: { course: CourseDetail; file: File; onDone: () => void }) {
  const save = useSetCover(course.id)
  return (
    <CropDialog
      title={t`Crop cover`}
      file={file}
      frame={wide}
      error={save.error}
      saving={save.isPending}
      onUse={(area) =>
        save.mutate(
          { tag: versionOf(course.updatedAt), body: { file, area } },
          {
            onSuccess: () => {
              toast(t`Cover saved.`)
              onDone()
            },
          },
        )
      }
      onClose={onDone}
    />
  )
}
