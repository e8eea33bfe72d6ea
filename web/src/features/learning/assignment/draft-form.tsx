import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, FileButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'

import { ApiError, fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { bytes, count } from '@/shared/format'
import type { SaveState } from '@/shared/outbox/use-saving'
import { Failure } from '@/shared/query-view'

import { type AssignmentOverview, useAddFile, useHandIn, useRemoveFile } from './api'
import { useDraft } from './use-draft'
import { FileLink } from './version-view'

type Props = { assignment: AssignmentOverview; owner: string | undefined }

const states: Record<SaveState, string> = {
  saved: 'Your draft is kept as you write.',
  waiting: 'Saving…',
  saving: 'Saving…',
  failed: 'Not sent yet, kept on this device. Trying again…',
}

/** Edits the draft and hands it in. */
export function DraftForm({ assignment, owner }: Props) {
  const { settings, submission, lesson_id: lessonId } = assignment
  const { draft, change, newest, state, error, settle } = useDraft(assignment, owner)
  const [asking, setAsking] = useState(false)
  const handIn = useHandIn(lessonId, settle)
  const refusal = error instanceof ApiError && error.status > 0 ? error : undefined
  const takes = (way: string) => settings.accepts?.some((one) => one === way)
  const wrong = fieldErrors(handIn.error)

  return (
    <Stack>
      {takes('text') && (
        <Textarea
          label={t`Your text`}
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
          label={t`A link`}
          type="url"
          placeholder="https://"
          maxLength={2000}
          value={draft.link}
          error={wrong.link}
          onChange={(event) => change({ ...draft, link: event.currentTarget.value })}
        />
      )}
      {takes('file') && <Files assignment={assignment} />}
      <Text size="sm" c={state === 'failed' ? 'red.9' : 'dimmed'} role="status">
        {state === 'failed' && refusal ? t`Not saved: ${refusal.message}` : states[state]}
      </Text>
      {handIn.error && !asking && <Failure error={handIn.error} />}
      <Group>
        <Button onClick={() => setAsking(true)}>{submission.number > 0 ? t`Hand in again` : t`Hand in`}</Button>
      </Group>
      {asking && (
        <Confirm
          title={t`Hand in your work?`}
          text={t`What you hand in cannot be changed afterwards.`}
          action={t`Hand in`}
          pending={handIn.isPending}
          error={handIn.error}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            handIn.mutate({ draft: newest(), number: submission.number + 1 }, { onSuccess: () => setAsking(false) })
          }
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
  const types = settings.file_types ?? []
  return (
    <Stack gap="xs">
      {submission.draft_files.map((file) => (
        <Group key={file.id} gap="xs" wrap="nowrap">
          <FileLink file={file} />
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={t`Remove ${file.name}`}
            onClick={() => remove.mutate(file.id)}
          >
            <IconTrash size={18} />
          </ActionIcon>
        </Group>
      ))}
      {failure && <Failure error={failure} />}
      <Group>
        <FileButton
          accept={types.map((ending) => `.${ending}`).join(',')}
          onChange={(file) => file && add.mutate(file)}
        >
          {(props) => (
            <Button {...props} variant="default" loading={add.isPending}>
              <Trans>Add a file</Trans>
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          <Trans>
            At most {count(settings.max_files ?? 0, 'file')} of {bytes(settings.max_file_size ?? 0)}
          </Trans>
          {types.length > 0 && `: ${types.join(', ')}`}
        </Text>
      </Group>
    </Stack>
  )
}
