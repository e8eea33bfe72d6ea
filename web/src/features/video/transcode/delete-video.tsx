import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { Dialog, DialogActions } from '@/shared/dialog'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { useDelete, type Video } from './api'

/** Asks for the title before deleting a video, because deletion is final. */
export function DeleteVideo({ video, onClose }: { video: Video; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const remove = useDelete()
  const named = typed.trim() === video.title.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!named) return
    remove.mutate(video.videoId, {
      onSuccess: () => {
        onClose()
        toast(t`“${video.title}” is deleted.`)
      },
    })
  }

  return (
    <Dialog title={t`Delete this video?`} onClose={onClose} closeLabel={t`Keep the video`}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            <Trans>
              The video, its captions and its figures go for good, and so does its place in the course. To confirm, type
              its title: <b>{video.title}</b>
            </Trans>
          </Text>
          <TextInput label={t`Title`} data-autofocus value={typed} onChange={(e) => setTyped(e.currentTarget.value)} />
          {remove.error && <Failure error={remove.error} />}
          <DialogActions onCancel={onClose} cancel={t`Keep it`}>
            <Button type="submit" color="red" disabled={!named} loading={remove.isPending}>
              <Trans>Delete</Trans>
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}
