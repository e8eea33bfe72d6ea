import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Input, Text } from '@mantine/core'
import { useRef, useState } from 'react'

import { CourseCover } from '@/shared/course-cover'
import { coverFile, coverTypes } from '@/shared/cover-file'
import { CropDialog } from '@/shared/crop-dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type PostDraft, useRemovePostCover, useSetPostCover } from './api'
import classes from './blog.module.css'

type Props = { draft: PostDraft; onSaved: (draft: PostDraft) => void }

const wide = { aspect: 16 / 9, least: 160 }

/** Chooses, crops and removes the cover of a post. */
export function PostCoverField({ draft, onSaved }: Props) {
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<string>()
  const reset = useRef<() => void>(null) // so that the same file can be chosen again
  const remove = useRemovePostCover(draft.id)
  const pick = (next: File | null) => {
    if (!next) return
    reset.current?.()
    const read = coverFile(next)
    setFile(read.file)
    setProblem(read.problem)
  }
  return (
    <div>
      <Input.Label size="md" labelElement="div">
        <Trans>Cover</Trans>
      </Input.Label>
      <div className={classes.hero}>
        <CourseCover title={draft.title} cover={draft.cover ?? undefined} sizes="320px" eager />
      </div>
      <Group gap="sm" mt="xs">
        <FileButton
          resetRef={reset}
          onChange={pick}
          accept={coverTypes.join(',')}
          inputProps={{ 'aria-label': t`Cover file` }}
        >
          {(button) => (
            <Button {...button} variant="default" size="xs" h={36}>
              <Trans>Upload picture</Trans>
            </Button>
          )}
        </FileButton>
        {draft.cover && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            h={36}
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: onSaved })}
          >
            <Trans>Remove cover</Trans>
          </Button>
        )}
      </Group>
      {problem && (
        <Text role="alert" c="red" size="sm">
          {problem}
        </Text>
      )}
      {remove.error && <Failure error={remove.error} />}
      {file && <CropCover draft={draft} file={file} onSaved={onSaved} onClose={() => setFile(undefined)} />}
    </div>
  )
}

function CropCover({ draft, file, onSaved, onClose }: Props & { file: File; onClose: () => void }) {
  const save = useSetPostCover(draft.id)
  return (
    <CropDialog
      title={t`Crop cover`}
      file={file}
      frame={wide}
      error={save.error}
      saving={save.isPending}
      onUse={(area) =>
        save.mutate(
          { version: draft.version, body: { file, area } },
          {
            onSuccess: (saved) => {
              toast(t`Cover saved.`)
              onSaved(saved)
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    />
  )
}
