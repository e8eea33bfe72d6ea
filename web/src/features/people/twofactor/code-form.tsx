import { Plural } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'

import { fieldErrors } from '@/api/client'
import { attemptsLeft } from '@/shared/attempts'
import { FormSummary } from '@/shared/form-summary'

type Props = {
  label: string
  description: string
  /** Digits only. */
  numeric?: boolean
  /** The label of the submit button: a verb. */
  act: string
  send: { isPending: boolean; error: Error | null }
  onCode: (code: string, refused: (error: Error) => void) => void
}

/** Asks for a code. */
export function CodeForm({ label, description, numeric = false, act, send, onCode }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { code: '' } })
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  const left = attemptsLeft(send.error)
  const submit = form.onSubmit(({ code }) => onCode(code, (error) => form.setErrors(fieldErrors(error))))
  return (
    <form onSubmit={submit} noValidate aria-label={act}>
      <Stack>
        <FormSummary error={send.error} fields={['code']}>
          {left && (
            <Text size="sm">
              <Plural
                value={left}
                one="# attempt left. After that, you have to wait."
                other="# attempts left. After that, you have to wait."
              />
            </Text>
          )}
        </FormSummary>
        <TextInput
          label={label}
          description={description}
          autoComplete="one-time-code"
          inputMode={numeric ? 'numeric' : 'text'}
          spellCheck={false}
          autoCapitalize="off"
          ref={box}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" size="md" loading={send.isPending}>
          {act}
        </Button>
      </Stack>
    </form>
  )
}
