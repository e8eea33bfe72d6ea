import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Paper, Stack, Title } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { NewPasswordField, PasswordField } from '@/shared/password-field'
import { toast } from '@/shared/toasts'

import { useChangePassword } from './api'
import { AttemptSummary } from './attempt-summary'

const empty = { current_password: '', new_password: '', confirm_password: '', invalidateAllSessions: false }

export function ChangePassword() {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: empty,
    validate: {
      current_password: (typed) => (typed ? null : t`Please enter your current password`),
      new_password: (typed) => (typed ? null : t`Please choose a new password`),
    },
  })
  const change = useChangePassword()
  const submit = form.onSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        form.reset()
        toast(t`Password changed.`)
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )

  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby="change-password">
      <Title order={2} size="h4" id="change-password" mb="md">
        <Trans>Change password</Trans>
      </Title>
      <form onSubmit={submit} noValidate aria-labelledby="change-password">
        <Stack>
          <AttemptSummary title={t`Password change failed`} error={change.error} fields={Object.keys(empty)} />
          <PasswordField
            label={t`Current password`}
            autoComplete="current-password"
            key={form.key('current_password')}
            {...form.getInputProps('current_password')}
          />
          <NewPasswordField
            label={t`New password`}
            key={form.key('new_password')}
            {...form.getInputProps('new_password')}
          />
          <PasswordField
            label={t`Confirm new password`}
            autoComplete="new-password"
            key={form.key('confirm_password')}
            {...form.getInputProps('confirm_password')}
          />
          <Checkbox
            label={t`Sign out on all other devices`}
            key={form.key('invalidateAllSessions')}
            {...form.getInputProps('invalidateAllSessions', { type: 'checkbox' })}
          />
          <Button type="submit" size="md" loading={change.isPending}>
            <Trans>Change password</Trans>
          </Button>
        </Stack>
      </form>
    </Paper>
  )
}
