import { Trans } from '@lingui/react/macro'
import { Button, Group, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Failure } from '@/shared/query-view'

type Props = {
  label: string
  /** The label of the submit button. */
  act: string
  initial?: string
  change: { isPending: boolean; error: Error | null }
  onSend: (body: string, done: { onSuccess: () => void }) => void
  onCancel?: () => void
}

/** A form for writing a comment. It keeps the text until the server has it. */
export function CommentForm({ label, act, initial = '', change, onSend, onCancel }: Props) {
  const [body, setBody] = useState(initial)
  const errors = fieldErrors(change.error)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (!change.isPending) onSend(body, { onSuccess: () => setBody('') })
  }
  return (
    <form onSubmit={submit}>
      {change.error && !errors.body && <Failure error={change.error} />}
      <Textarea
        label={label}
        rows={3}
        maxLength={5000}
        value={body}
        onChange={(e) => setBody(e.currentTarget.value)}
        error={errors.body}
      />
      <Group mt="xs" mb="md">
        <Button type="submit" loading={change.isPending}>
          {act}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
        )}
      </Group>
    </form>
  )
}
