import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { PasswordField } from '@/shared/password-field'
import { useSchool } from '@/shared/school'

import { AddressForm } from './address-form'
import { useCompleteRegistration, useResendVerification } from './api'
import { EmailLink } from './email-link'
import { SignInLayout } from './sign-in-layout'
import { signUpKey } from './sign-up-key'

const empty = { password: '' }

type Props = { token: string; onDone: () => void }

/**
 * Completes a registration and signs the user in. It asks for the password chosen at registration: the reader of the
 * email may not be the one who signed up. A user who came from a provider is recognized by the browser.
 */
export function CompleteRegistrationPage({ token, onDone }: Props) {
  const complete = useCompleteRegistration()
  const { name } = useSchool()
  return (
    <SignInLayout title={t`Welcome to ${name}`} lead={t`Confirm your email address to finish setting up your account.`}>
      <EmailLink
        token={token}
        error={complete.error}
        instead={<AddressForm label={t`Send new link`} send={useResendVerification()} />}
      >
        <CompletionForm token={token} complete={complete} onDone={onDone} />
      </EmailLink>
    </SignInLayout>
  )
}

function CompletionForm({ token, complete, onDone }: Props & { complete: ReturnType<typeof useCompleteRegistration> }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const submit = form.onSubmit(({ password }) =>
    complete.mutate(password ? { token, password } : { token, ...signUpKey.get() }, {
      onSuccess: () => {
        signUpKey.clear()
        onDone()
      },
      onError: (error) => form.setErrors(fieldErrors(error)),
    }),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t`Confirm email address`}>
      <Stack>
        <FormSummary error={complete.error} fields={Object.keys(empty)} />
        <PasswordField
          label={t`Password`}
          description={t`The password you chose when you signed up. Leave it empty if you signed up with another service.`}
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" loading={complete.isPending}>
          <Trans>Confirm email address</Trans>
        </Button>
      </Stack>
    </form>
  )
}
