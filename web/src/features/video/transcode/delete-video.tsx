import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { Dialog, DialogActions } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { lessonsInUse, useDelete, type Video } from './api'

/** Asks for the title before deleting a video, because deletion is final. */
export function DeleteVideo({ video, onClose }: { video: Video; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const remove = useDelete()
  const { title } = video
  const named = typed.trim() === title.trim()
  const inUse = lessonsInUse(remove.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!named) return
    remove.mutate(
      { id: video.videoId, force: inUse !== undefined },
      {
        onSuccess: () => {
          onClose()
          toast(t`“${title}” deleted.`)
        },
      },
    )
  }

  return (
    <Dialog title={t`Delete “${title}”?`} onClose={onClose} closeLabel={t`Keep video`}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            <Trans>
              This deletes the video, its captions and its analytics, and removes it from its course. You can't undo it.
              To confirm, type the title: <b>{title}</b>
            </Trans>
          </Text>
          <TextInput label={t`Title`} data-autofocus value={typed} onChange={(e) => setTyped(e.currentTarget.value)} />
          {inUse ? <InUse lessons={inUse} /> : remove.error && <Failure error={remove.error} />}
          <DialogActions onCancel={onClose} cancel={t`Keep video`}>
            <Button type="submit" color="red" disabled={!named} loading={remove.isPending}>
              {inUse ? <Trans>Delete anyway</Trans> : <Trans>Delete video</Trans>}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}

/** The lessons that learners would find without their video. */
function InUse({ lessons }: { lessons: { lessonId: string; title: string }[] }) {
  const number = lessons.length
  return (
    <Alert
      role="alert"
      color="red"
      title={plural(number, {
        one: 'A published lesson shows this video',
        other: '# published lessons show this video',
      })}
    >
      <ul style={{ margin: '0 0 0.5rem', paddingInlineStart: '1.25rem' }}>
        {lessons.map(({ lessonId, title }) => (
          <li key={lessonId}>{title}</li>
        ))}
      </ul>
      <Text size="sm">
        <Trans>
          If you delete it anyway, learners find these lessons without a video and can't complete them by watching.
          Choose another video in the lessons first, or replace the file of this one.
        </Trans>
      </Text>
    </Alert>
  )
}
