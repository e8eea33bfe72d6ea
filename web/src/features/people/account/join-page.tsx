import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'

import { fieldErrors } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { TextLink } from '@/shared/link'
import { NewPasswordField } from '@/shared/password-field'

import { AcceptDocuments, useDocumentsToAccept } from './accept-documents'
import { useAcceptInvitation } from './api'
import { EmailLink } from './email-link'
import { SignInLayout } from './sign-in-layout'

const empty = { full_name: '', password: '' }

type Props = { token: string; onDone: () => void }

/** Creates the account of an invitation: its address and roles are known, name and password are not. */
export function JoinPage({ token, onDone }: Props) {
  const join = useAcceptInvitation()
  return (
    <SignInLayout title={t`You're invited`} lead={t`Finish setting up your account.`}>
      <EmailLink token={token} error={join.error} instead={<AskAgain />}>
        <JoinForm token={token} join={join} onDone={onDone} />
      </EmailLink>
      <Text mt="lg" size="sm">
        <Trans>
          Already have an account?{' '}
          <TextLink to="/sign-in" underline="always">
            Sign in
          </TextLink>
        </Trans>
      </Text>
    </SignInLayout>
  )
}

const AskAgain = () => (
  <Text size="sm">
    <Trans>Ask the person who invited you to send a new invitation.</Trans>
  </Text>
)

function JoinForm({ token, join, onDone }: Props & { join: ReturnType<typeof useAcceptInvitation> }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const documents = useDocumentsToAccept()
  const submit = form.onSubmit((values) =>
    join.mutate(
      { token, ...values, ...documents.accepted },
      {
        onSuccess: onDone,
        onError: (error) => {
          form.setErrors(fieldErrors(error))
          documents.onError(error)
        },
      },
    ),
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t`Create account`}>
      <Stack>
        <FormSummary error={join.error} fields={Object.keys(empty)} />
        <TextInput
          label={t`Full name`}
          autoComplete="name"
          key={form.key('full_name')}
          {...form.getInputProps('full_name')}
        />
        <NewPasswordField label={t`Password`} key={form.key('password')} {...form.getInputProps('password')} />
        <AcceptDocuments documents={documents} />
        <Button type="submit" size="md" loading={join.isPending} disabled={!documents.isReady}>
          <Trans>Create account</Trans>
        </Button>
      </Stack>
    </form>
  )
}
