import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { clock, span } from '@/shared/format'
import { ButtonLink } from '@/shared/link'
import { Day } from '@/shared/moment'

import { type Note, useDeleteNote } from './api'
import { EditNote } from './edit-note'

/** A note in a list of several lessons. Its time leads to that moment of the video. */
export function NoteCard({ note }: { note: Note }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const remove = useDeleteNote()
  const close = () => setOpen(undefined)
  return (
    <Paper component="li" withBorder p="md" bg="var(--card)">
      {open === 'edit' ? (
        <EditNote note={note} onClose={close} />
      ) : (
        <>
          <Text style={{ whiteSpace: 'pre-line' }}>{note.body}</Text>
          <Group gap="xs" mt="xs">
            <Jump note={note} />
            <Button size="compact-md" variant="subtle" onClick={() => setOpen('edit')}>
              <Trans>Edit</Trans>
            </Button>
            <Button size="compact-md" variant="subtle" onClick={() => setOpen('delete')}>
              <Trans>Delete</Trans>
            </Button>
            <Text size="xs" c="dimmed" ms="auto">
              <Day at={note.updatedAt} />
            </Text>
          </Group>
        </>
      )}
      {open === 'delete' && (
        <Confirm
          title={t`Delete this note?`}
          text={t`You can't undo it.`}
          action={t`Delete note`}
          danger
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(note.id, { onSuccess: close })}
          onClose={close}
        />
      )}
    </Paper>
  )
}

function Jump({ note: { courseId, lessonId, lessonTitle, timestamp } }: { note: Note }) {
  if (timestamp === null || lessonTitle === '') return null
  const position = span(timestamp)
  return (
    <ButtonLink
      to="/learn/$courseId/$videoId"
      params={{ courseId, videoId: lessonId }}
      search={{ t: Math.floor(timestamp) }}
      size="compact-md"
      variant="light"
      aria-label={t`Go to ${position} in the video`}
    >
      {clock(timestamp)}
    </ButtonLink>
  )
}
