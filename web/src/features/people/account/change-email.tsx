import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'

import type { Reauthenticated } from '@/shared/reauthentication'
import { useChangeEmail } from './api'

/** Requests a change of email address. */
export function ChangeEmail({ reauthenticated }: { reauthenticated: Reauthenticated }) {
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState<string>()
  const form = useForm({ mode: 'uncontrolled', initialValues: { new_email: '' } })
  const change = useChangeEmail(reauthenticated)
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        setSent(values.new_email)
        setOpen(false)
        form.reset()
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )

  return (
    <Stack gap="sm">
      {sent && !open && (
        <Text size="sm" role="status">
          <Trans>We sent a link to {sent}. Open it within 24 hours to change your email address.</Trans>
        </Text>
      )}
      {open ? (
        <form onSubmit={submit} noValidate aria-label={t`Change email address`}>
          <Stack gap="sm">
            <FormSummary error={change.error} fields={['new_email']} />
            <TextInput
              label={t`New email address`}
              type="email"
              autoComplete="email"
              data-autofocus
              key={form.key('new_email')}
              {...form.getInputProps('new_email')}
            />
            <Button type="submit" loading={change.isPending} style={{ alignSelf: 'start' }}>
              <Trans>Send link</Trans>
            </Button>
          </Stack>
        </form>
      ) : (
        <Button variant="default" onClick={() => setOpen(true)} style={{ alignSelf: 'start' }}>
          <Trans>Change email address</Trans>
        </Button>
      )}
    </Stack>
  )
}
