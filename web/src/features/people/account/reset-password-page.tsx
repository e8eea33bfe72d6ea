import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { ButtonLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { NewPasswordField } from '@/shared/password-field'
import { useResetPassword } from './api'
import { EmailLink } from './email-link'
import { SignInLayout } from './sign-in-layout'

const empty = { new_password: '' }

export function ResetPasswordPage({ token }: { token: string }) {
  const reset = useResetPassword()
  return (
    <SignInLayout
      title={t`Choose a new password`}
      lead={t`This signs you out on all devices and unlocks your account if it is locked.`}
    >
      {reset.isSuccess ? (
        <Outcome text={t`Password changed. Sign in with your new password.`}>
          <ButtonLink to="/sign-in">
            <Trans>Sign in</Trans>
          </ButtonLink>
        </Outcome>
      ) : (
        <EmailLink
          token={token}
          error={reset.error}
          instead={
            <ButtonLink to="/forgot-password">
              <Trans>Request new link</Trans>
            </ButtonLink>
          }
        >
          <ResetForm token={token} reset={reset} />
        </EmailLink>
      )}
    </SignInLayout>
  )
}

function ResetForm({ token, reset }: { token: string; reset: ReturnType<typeof useResetPassword> }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const submit = form.onSubmit((values) =>
    reset.mutate({ token, ...values }, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t`Choose a new password`}>
      <Stack>
        <FormSummary error={reset.error} fields={Object.keys(empty)} />
        <NewPasswordField
          label={t`New password`}
          key={form.key('new_password')}
          {...form.getInputProps('new_password')}
        />
        <Button type="submit" size="md" loading={reset.isPending}>
          <Trans>Change password</Trans>
        </Button>
      </Stack>
    </form>
  )
}
