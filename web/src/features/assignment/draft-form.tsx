import { ActionIcon, Button, FileButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { bytes, count } from '@/shared/format'
import { Failure } from '@/shared/query-view'

import { type AssignmentOverview, useAddFile, useHandIn, useRemoveFile, useSaveDraft } from './api'
import { FileLink } from './version-view'

const pause = 1000 // milliseconds after the last change

/** What is being written, kept on the server as it grows, and the way to hand it in. */
export function DraftForm({ assignment }: { assignment: AssignmentOverview }) {
  const { settings, submission, lesson_id: lessonId } = assignment
  const [draft, setDraft] = useState({ text: submission.draft_text, link: submission.draft_link })
  const [asking, setAsking] = useState(false)
  const sequence = useRef(submission.draft_sequence)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const save = useSaveDraft(lessonId)
  const handIn = useHandIn(lessonId)
  useEffect(() => () => clearTimeout(timer.current), [])

  const numbered = (next: typeof draft) => {
    sequence.current = Math.max(sequence.current + 1, Date.now())
    return { ...next, sequence: sequence.current }
  }
  function change(next: typeof draft) {
    setDraft(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => save.mutate(numbered(next)), pause)
  }
  const takes = (way: string) => settings.accepts?.some((one) => one === way)
  const wrong = fieldErrors(handIn.error)

  return (
    <Stack>
      {takes('text') && (
        <Textarea
          label="Your text"
          rows={6}
          resize="vertical"
          maxLength={100000}
          value={draft.text}
          error={wrong.text}
          onChange={(event) => change({ ...draft, text: event.currentTarget.value })}
        />
      )}
      {takes('link') && (
        <TextInput
          label="A link"
          type="url"
          placeholder="https://"
          maxLength={2000}
          value={draft.link}
          error={wrong.link}
          onChange={(event) => change({ ...draft, link: event.currentTarget.value })}
        />
      )}
      {takes('file') && <Files assignment={assignment} />}
      <Text size="sm" c={save.error ? 'red.9' : 'dimmed'} role="status">
        {save.error
          ? `Not saved: ${save.error.message}`
          : save.isPending
            ? 'Saving…'
            : 'Your draft is kept as you write.'}
      </Text>
      {handIn.error && !asking && <Failure error={handIn.error} />}
      <Group>
        <Button onClick={() => setAsking(true)}>{submission.number > 0 ? 'Hand in again' : 'Hand in'}</Button>
      </Group>
      {asking && (
        <Confirm
          title="Hand in your work?"
          text="What you hand in cannot be changed afterwards."
          act="Hand in"
          pending={handIn.isPending}
          error={handIn.error}
          onClose={() => setAsking(false)}
          onAct={() => {
            clearTimeout(timer.current)
            handIn.mutate(
              { draft: numbered(draft), number: submission.number + 1 },
              { onSuccess: () => setAsking(false) },
            )
          }}
        />
      )}
    </Stack>
  )
}

function Files({ assignment }: { assignment: AssignmentOverview }) {
  const { settings, submission, lesson_id: lessonId } = assignment
  const add = useAddFile(lessonId)
  const remove = useRemoveFile(lessonId)
  const failure = add.error ?? remove.error
  return (
    <Stack gap="xs">
      {submission.draft_files.map((file) => (
        <Group key={file.id} gap="xs" wrap="nowrap">
          <FileLink file={file} />
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={`Remove ${file.name}`}
            onClick={() => remove.mutate(file.id)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {failure && <Failure error={failure} />}
      <Group>
        <FileButton onChange={(file) => file && add.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={add.isPending}>
              Add a file
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          At most {count(settings.max_files ?? 0, 'file')} of {bytes(settings.max_file_size ?? 0)}
        </Text>
      </Group>
    </Stack>
  )
}
