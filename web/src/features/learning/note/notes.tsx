import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Skeleton, Stack, Text, Textarea, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { clock, span } from '@/shared/format'
import { Failure, QueryView } from '@/shared/query-view'
import { useErrorFocus } from '@/shared/use-error-focus'

import { type Note, notesQuery, useAddNote, useDeleteNote } from './api'
import { EditNote } from './edit-note'
import { FoundNotes } from './found-notes'

/** `videoRef` is the video that timestamps refer to; lessons without one leave it unset. */
type Props = { courseId: string; lessonId: string; videoRef?: RefObject<HTMLVideoElement | null> | undefined }

/** The reader's private notes on a lesson. */
export function Notes({ courseId, lessonId, videoRef }: Props) {
  const notes = useQuery(notesQuery(lessonId))
  return (
    <section aria-labelledby="notes">
      <Title order={2} id="notes" size="h4" mb="xs">
        <Trans>My notes</Trans>
      </Title>
      <NewNote lessonId={lessonId} videoRef={videoRef} />
      <FoundNotes courseId={courseId} lessonId={lessonId} />
      <QueryView
        query={notes}
        skeleton={<Skeleton height={60} radius="md" />}
        isEmpty={(d) => d.length === 0}
        empty={
          <Text c="dimmed">
            <Trans>No notes yet. Only you can see them.</Trans>
          </Text>
        }
      >
        {(d) => (
          <Stack component="ul" gap="md" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t`My notes`}>
            {d.map((note) => (
              <li key={note.id}>
                <Item note={note} videoRef={videoRef} />
              </li>
            ))}
          </Stack>
        )}
      </QueryView>
    </section>
  )
}

function NewNote({ lessonId, videoRef }: Omit<Props, 'courseId'>) {
  const add = useAddNote(lessonId)
  const [body, setBody] = useState('')
  const [pointed, setPointed] = useState(true)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (add.isPending) return
    const seconds = videoRef?.current?.currentTime
    const timestamp = pointed && seconds !== undefined ? Math.round(seconds * 10) / 10 : undefined
    add.mutate({ body, ...(timestamp !== undefined && { timestamp }) }, { onSuccess: () => setBody('') })
  }
  const errors = fieldErrors(add.error)
  const form = useErrorFocus<HTMLFormElement>(add.error)
  return (
    <form onSubmit={submit} ref={form}>
      {add.error && !errors.body && <Failure error={add.error} />}
      <Textarea
        label={t`New note`}
        rows={3}
        maxLength={5000}
        value={body}
        onChange={(e) => setBody(e.currentTarget.value)}
        error={errors.body}
      />
      <Group mt="xs" mb="md">
        <Button type="submit" loading={add.isPending} disabled={!body.trim()}>
          <Trans>Save note</Trans>
        </Button>
        {videoRef && (
          <Checkbox
            label={t`Link to this moment in the video`}
            checked={pointed}
            onChange={(e) => setPointed(e.currentTarget.checked)}
          />
        )}
      </Group>
    </form>
  )
}

function Item({ note, videoRef }: { note: Note; videoRef: Props['videoRef'] }) {
  const [isEdited, setEdited] = useState(false)
  const remove = useDeleteNote()
  const { timestamp: at } = note
  const jump = () => {
    if (videoRef?.current && at !== null) videoRef.current.currentTime = at
    videoRef?.current?.scrollIntoView({ block: 'center' })
  }
  const position = span(at ?? 0)
  if (isEdited) return <EditNote note={note} onClose={() => setEdited(false)} />
  return (
    <>
      {remove.error && <Failure error={remove.error} />}
      <Text style={{ whiteSpace: 'pre-line' }}>{note.body}</Text>
      <Group gap="xs">
        {videoRef && at !== null && (
          <Button size="compact-md" variant="light" onClick={jump} aria-label={t`Go to ${position} in the video`}>
            {clock(at)}
          </Button>
        )}
        <Button size="compact-md" variant="subtle" onClick={() => setEdited(true)}>
          <Trans>Edit</Trans>
        </Button>
        <Button size="compact-md" variant="subtle" loading={remove.isPending} onClick={() => remove.mutate(note.id)}>
          <Trans>Delete</Trans>
        </Button>
      </Group>
    </>
  )
}
