import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Failure } from '@/shared/query-view'
import { useErrorFocus } from '@/shared/use-error-focus'

import { type Note, useChangeNote } from './api'

/** Edits a note; its timestamp stays. */
export function EditNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const change = useChangeNote(note.id)
  const [body, setBody] = useState(note.body)
  const errors = fieldErrors(change.error)
  const form = useErrorFocus<HTMLFormElement>(change.error)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    const { timestamp } = note
    change.mutate({ body, ...(timestamp !== null && { timestamp }) }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} ref={form}>
      {change.error && !errors.body && <Failure error={change.error} />}
      <Textarea
        label={t`Your note`}
        rows={3}
        maxLength={5000}
        data-autofocus
        value={body}
        onChange={(e) => setBody(e.currentTarget.value)}
        error={errors.body}
      />
      <Group mt="xs">
        <Button size="compact-md" type="submit" loading={change.isPending} disabled={!body.trim()}>
          <Trans>Save</Trans>
        </Button>
        <Button size="compact-md" variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </form>
  )
}
