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
        toast(`“${video.title}” is deleted.`)
      },
    })
  }

  return (
    <Dialog title="Delete this video?" onClose={onClose} closeLabel="Keep the video">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            The video, its captions and its figures go for good, and so does its place in the course. To confirm, type
            its title: <b>{video.title}</b>
          </Text>
          <TextInput label="Title" data-autofocus value={typed} onChange={(e) => setTyped(e.currentTarget.value)} />
          {remove.error && <Failure error={remove.error} />}
          <DialogActions onCancel={onClose} cancel="Keep it">
            <Button type="submit" color="red" disabled={!named} loading={remove.isPending}>
              Delete
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  )
}
