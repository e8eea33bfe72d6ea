import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Stack, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { FormSummary } from '@/shared/form-summary'
import { Failure } from '@/shared/query-view'

import type { ComplaintFile } from './api'

const mostFiles = 5

type Props = {
  label: string
  /** The label of the text. */
  field: string
  submit: string
  /** Uploads a file for the message. */
  upload: (file: File) => Promise<ComplaintFile>
  pending: boolean
  error: Error | null
  send: (message: { body: string; files: string[] }, onSent: () => void) => void
  children?: ReactNode
}

/** Writes a message with files. */
export function MessageForm({ label, field, submit, upload, pending, error, send, children }: Props) {
  const [body, setBody] = useState('')
  const [files, setFiles] = useState<ComplaintFile[]>([])
  const adding = useMutation({
    mutationFn: upload,
    onSuccess: (file) => setFiles((before) => [...before, file]),
  })
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        send({ body, files: files.map(({ id }) => id) }, () => {
          setBody('')
          setFiles([])
        })
      }}
    >
      <Stack gap="sm">
        <FormSummary error={error} fields={[]} />
        <Textarea
          label={field}
          rows={4}
          maxLength={5000}
          value={body}
          onChange={({ currentTarget: { value } }) => setBody(value)}
        />
        {files.length > 0 && (
          <div>
            {files.map(({ id, name }) => (
              <Group key={id} gap="xs" wrap="nowrap">
                <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                  {name}
                </Text>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t`Remove ${name}`}
                  onClick={() => setFiles((before) => before.filter((file) => file.id !== id))}
                >
                  <Trans>Remove</Trans>
                </Button>
              </Group>
            ))}
          </div>
        )}
        {adding.error && <Failure error={adding.error} />}
        {children}
        <Group gap="sm">
          <Button type="submit" loading={pending} disabled={!body.trim()}>
            {submit}
          </Button>
          <FileButton
            onChange={(file) => file && adding.mutate(file)}
            disabled={files.length >= mostFiles}
            inputProps={{ 'aria-label': t`File of at most 10 MB` }}
          >
            {(button) => (
              <Button {...button} variant="default" loading={adding.isPending} disabled={files.length >= mostFiles}>
                <Trans>Add file</Trans>
              </Button>
            )}
          </FileButton>
        </Group>
      </Stack>
    </form>
  )
}
