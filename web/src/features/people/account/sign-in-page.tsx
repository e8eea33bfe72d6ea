import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'

import { fieldErrors } from '@/api/client'
import { TextLink } from '@/shared/link'
import { PasswordField } from '@/shared/password-field'

import { useSignIn } from './api'
import { AttemptSummary } from './attempt-summary'
import { SignInLayout } from './sign-in-layout'

const empty = { email: '', password: '' }

type Props = {
  /** The URL to continue to. */
  next?: string
  onDone: () => void
  /** The expected account, if known. */
  email?: string
  /** Why the user has to sign in. */
  notice?: ReactNode
  /** Other ways to sign in, below the password. */
  otherwise?: ReactNode
}

export function SignInPage({ next, onDone, email = '', notice, otherwise }: Props) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { ...empty, email } })
  const signIn = useSignIn()
  const submit = form.onSubmit((values) =>
    signIn.mutate(values, { onSuccess: onDone, onError: (error) => form.setErrors(fieldErrors(error)) }),
  )

  return (
    <SignInLayout title={t`Sign in`} lead={t`Continue where you left off.`}>
      {notice}
      <form onSubmit={submit} noValidate aria-label={t`Sign in`}>
        <Stack>
          <AttemptSummary error={signIn.error} fields={Object.keys(empty)} />
          <TextInput
            label={t`Email`}
            type="email"
            autoComplete="username webauthn" // also offers passkeys known to the browser
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={t`Password`}
            autoComplete="current-password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" size="md" loading={signIn.isPending}>
            <Trans>Sign in</Trans>
          </Button>
        </Stack>
      </form>
      {otherwise}
      <Text mt="lg" size="sm">
        <TextLink to="/forgot-password" underline="always">
          <Trans>Forgot your password?</Trans>
        </TextLink>
      </Text>
      <Text mt="xs" size="sm">
        <Trans>
          New here?{' '}
          <TextLink to="/register" search={next ? { next } : {}} underline="always">
            Create an account
          </TextLink>
        </Trans>
      </Text>
    </SignInLayout>
  )
}
