import { t } from '@lingui/core/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'

import { fieldErrors, type Schema } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'

import { Outcome } from '@/shared/outcome'

type Props = { label: string; send: UseMutationResult<unknown, Error, Schema<'AddressOnly'>> }

/** Requests an email to an address. The response does not disclose whether there is an account. */
export function AddressForm({ label, send }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } })
  const submit = form.onSubmit((values) =>
    send.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  )
  if (send.isSuccess) {
    return (
      <Outcome
        text={t`If there is an account with this address, we sent an email to it. If it doesn't arrive within 5 minutes, check your spam folder.`}
      />
    )
  }
  return (
    <form onSubmit={submit} noValidate aria-label={label}>
      <Stack>
        <FormSummary error={send.error} fields={['email']} />
        <TextInput
          label={t`Email`}
          type="email"
          autoComplete="username"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" loading={send.isPending}>
          {label}
        </Button>
      </Stack>
    </form>
  )
}
