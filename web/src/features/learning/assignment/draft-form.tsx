import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, FileButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'

import { ApiError, fieldErrors } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { bytes, list } from '@/shared/format'
import type { SaveState } from '@/shared/outbox/use-saving'
import { Failure } from '@/shared/query-view'
import { RichTextField } from '@/shared/rich-text-field'

import { type AssignmentOverview, useAddFile, useHandIn, useRemoveFile } from './api'
import { useDraft } from './use-draft'
import { FileLink } from './version-view'

type Props = { assignment: AssignmentOverview; owner: string | undefined }

const states: Record<SaveState, MessageDescriptor> = {
  saved: msg`Your draft is saved as you type.`,
  waiting: msg`Saving…`,
  saving: msg`Saving…`,
  failed: msg`Saved on this device only. Trying again…`,
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
  const reason = refusal?.message

  return (
    <Stack>
      {takes('text') && (
        <RichTextField
          label={t`Your text`}
          rows={6}
          initial={draft}
          error={wrong.text}
          onChange={(text) => change({ ...draft, text, format: 'html' })}
        />
      )}
      {takes('link') && (
        <TextInput
          label={t`Link`}
          type="url"
          placeholder="https://"
          maxLength={2000}
          value={draft.link}
          error={wrong.link}
          onChange={(event) => change({ ...draft, link: event.currentTarget.value })}
        />
      )}
      {takes('file') && <Files assignment={assignment} />}
      <Text size="sm" c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
        {state === 'failed' && reason ? t`Not saved: ${reason}` : t(states[state])}
      </Text>
      {handIn.error && !asking && <Failure error={handIn.error} />}
      <Group>
        <Button onClick={() => setAsking(true)}>{submission.number > 0 ? t`Hand in again` : t`Hand in`}</Button>
      </Group>
      {asking && (
        <Confirm
          title={t`Hand in assignment?`}
          text={t`You can't change a submission once it is handed in.`}
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
  const most = settings.max_files ?? 0
  const size = bytes(settings.max_file_size ?? 0)
  const allowed = list(types)
  return (
    <Stack gap="xs">
      {submission.draft_files.map((file) => {
        const { id, name } = file
        return (
          <Group key={id} gap="xs" wrap="nowrap">
            <FileLink file={file} />
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={t`Remove ${name}`}
              onClick={() => remove.mutate(id)}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        )
      })}
      {failure && <Failure error={failure} />}
      <Group>
        <FileButton
          accept={types.map((ending) => `.${ending}`).join(',')}
          onChange={(file) => file && add.mutate(file)}
        >
          {(props) => (
            <Button {...props} variant="default" loading={add.isPending}>
              <Trans>Add file</Trans>
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          {plural(most, { one: `# file, up to ${size}.`, other: `Up to # files, ${size} each.` })}{' '}
          {types.length > 0 && <Trans>Allowed types: {allowed}.</Trans>}
        </Text>
      </Group>
    </Stack>
  )
}
