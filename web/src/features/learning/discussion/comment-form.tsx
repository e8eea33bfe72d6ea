import { Trans } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { type FormEvent, useState } from 'react'

import { fieldErrors } from '@/api/client'
import { Failure } from '@/shared/query-view'
import { RichTextField } from '@/shared/rich-text-field'
import { useErrorFocus } from '@/shared/use-error-focus'
import { hasText, htmlOf, type WrittenText } from '@/shared/written-text'

import type { CommentText } from './api'

type Props = {
  label: string
  /** The label of the submit button. */
  act: string
  initial?: WrittenText
  /** For a form that stands there before anybody wants to write: see RichTextField. */
  isPlainUntilUsed?: boolean
  change: { isPending: boolean; error: Error | null }
  onSend: (body: CommentText, done: { onSuccess: () => void }) => void
  onCancel?: () => void
}

/** A form for writing a comment. It keeps the text until the server has it. */
export function CommentForm({ label, act, initial = { text: '' }, change, onSend, onCancel, ...rest }: Props) {
  const { isPlainUntilUsed = false } = rest
  const [body, setBody] = useState<CommentText>({ body: initial.text, format: initial.format ?? 'plain' })
  const [sent, setSent] = useState(0) // comments: each begins with an empty field
  const errors = fieldErrors(change.error)
  const form = useErrorFocus<HTMLFormElement>(change.error)
  const submit = (e: FormEvent) => {
    e.preventDefault()
    if (!change.isPending) onSend(body, { onSuccess: begin })
  }
  function begin() {
    setBody({ body: '', format: 'plain' })
    setSent(sent + 1)
  }
  return (
    <form onSubmit={submit} ref={form}>
      {change.error && !errors.body && <Failure error={change.error} />}
      <RichTextField
        key={sent}
        label={label}
        isPlainUntilUsed={isPlainUntilUsed}
        initial={sent === 0 ? initial : { text: '' }}
        onChange={(html) => setBody({ body: html, format: 'html' })}
        error={errors.body}
      />
      <Group mt="xs" mb="md">
        <Button
          type="submit"
          loading={change.isPending}
          disabled={!hasText(htmlOf({ text: body.body, format: body.format }))}
        >
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
