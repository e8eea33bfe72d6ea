import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Chip, Group, Input, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useEffect, useState } from 'react'

import { fieldErrors, type Schema, session } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'
import { TextLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { useSchool } from '@/shared/school'
import { AcceptDocuments, useDocumentsToAccept } from './accept-documents'
import { useRegister, useResendVerification } from './api'
import { NewUserFields } from './new-user-fields'
import { SignInLayout } from './sign-in-layout'
import { signUpNext } from './sign-up-next'

const empty = { full_name: '', email: '', password: '', application: { about: '' } }

type Props = {
  /** The URL to continue to. */
  next?: string
  /** Called when signed in. `applied`: whether they applied for more than a student's account. */
  onDone: (applied: boolean) => void
  /** Other ways to register, below the form. */
  otherwise?: ReactNode
}

export function RegisterPage({ next, onDone, otherwise }: Props) {
  const register = useRegister()
  const { registration } = useSchool()
  if (registration === 'invitation') return <ByInvitation {...(next && { next })} />
  if (register.isSuccess) {
    const { email, application } = register.variables
    return (
      <SignInLayout title={t`Check your inbox`} lead={t`Confirm your email address to finish signing up.`}>
        <WaitForEmail email={email} onDone={() => onDone(application !== undefined)} onAgain={register.reset} />
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title={t`Create an account`} lead={t`One account for all your courses.`}>
      <RegisterForm register={register} next={next} />
      {otherwise}
      <Text mt="lg" size="sm">
        <Trans>
          Already have an account?{' '}
          <TextLink to="/sign-in" search={next ? { next } : {}} underline="always">
            Sign in
          </TextLink>
        </Trans>
      </Text>
    </SignInLayout>
  )
}

/** Shown where nobody registers: an invitation is a link in an email, which leads past this page. */
function ByInvitation({ next }: Pick<Props, 'next'>) {
  const { support_email } = useSchool()
  return (
    <SignInLayout title={t`By invitation only`} lead={t`You need an invitation to create an account.`}>
      <Stack>
        <Text>
          {support_email ? (
            <Trans>
              Open the link in your invitation email. If you don't have one, contact{' '}
              <Anchor href={`mailto:${support_email}`} underline="always">
                {support_email}
              </Anchor>
              .
            </Trans>
          ) : (
            <Trans>
              Open the link in your invitation email. If you don't have one, ask an administrator of this site.
            </Trans>
          )}
        </Text>
        <Text size="sm">
          <Trans>
            Already have an account?{' '}
            <TextLink to="/sign-in" search={next ? { next } : {}} underline="always">
              Sign in
            </TextLink>
          </Trans>
        </Text>
      </Stack>
    </SignInLayout>
  )
}

type FormProps = { register: ReturnType<typeof useRegister>; next: string | undefined }

function RegisterForm({ register, next }: FormProps) {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const [purpose, setPurpose] = useState<Purpose>('learn')
  const documents = useDocumentsToAccept()
  const submit = form.onSubmit(({ application: { about }, ...person }) => {
    const role = purposes[purpose].role
    register.mutate(
      { ...person, ...(role && { application: { role, about } }), ...documents.accepted },
      {
        onSuccess: () => signUpNext.set(next),
        onError: (error) => {
          form.setErrors(fieldErrors(error))
          documents.onError(error)
        },
      },
    )
  })
  return (
    <form onSubmit={submit} noValidate aria-label={t`Create an account`}>
      <Stack>
        <FormSummary error={register.error} fields={['full_name', 'email', 'password', 'application.about']} />
        <NewUserFields form={form} />
        <PurposeField value={purpose} onChange={setPurpose} />
        {purposes[purpose].ask && (
          <Textarea
            label={t(purposes[purpose].ask)}
            description={t`An administrator reviews your answer. You can start learning straight away.`}
            rows={4}
            resize="vertical"
            key={form.key('application.about')}
            {...form.getInputProps('application.about')}
          />
        )}
        <AcceptDocuments documents={documents} />
        <Button type="submit" size="md" loading={register.isPending} disabled={!documents.isReady}>
          <Trans>Create account</Trans>
        </Button>
      </Stack>
    </form>
  )
}

type WaitProps = { email: string; onDone: () => void; onAgain: () => void }

/** Waits until the link in the email is opened, possibly in another tab, upon which this tab continues too. */
function WaitForEmail({ email, onDone, onAgain }: WaitProps) {
  const resend = useResendVerification()
  useEffect(() => session.subscribe(() => session.isSignedIn() && onDone()), [onDone])
  return (
    <Outcome
      key={resend.submittedAt}
      text={
        resend.isSuccess
          ? t`We sent another link to ${email}. Open it to finish setting up your account.`
          : t`We sent a link to ${email}. Open it to finish setting up your account.`
      }
    >
      <FormSummary error={resend.error} fields={[]} />
      <Text size="sm">
        <Trans>If it doesn't arrive within 5 minutes, check your spam folder.</Trans>
      </Text>
      <Stack gap="xs">
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({ email })}>
          <Trans>Resend email</Trans>
        </Button>
        <Button variant="subtle" onClick={onAgain}>
          <Trans>Use a different email address</Trans>
        </Button>
      </Stack>
    </Outcome>
  )
}

type Purpose = 'learn' | 'teach' | 'team'

type PurposeChoice = { label: MessageDescriptor; role?: Schema<'NewApplication'>['role']; ask?: MessageDescriptor }

/** The kind of account; for other roles than student, an application with a reason. */
const purposes: Record<Purpose, PurposeChoice> = {
  learn: { label: msg`Learn` },
  teach: { label: msg`Teach`, role: 'instructor', ask: msg`What would you like to teach?` },
  team: { label: msg`Train a team`, role: 'corporate', ask: msg`Who would you like to train?` },
}

const isPurpose = (value: unknown): value is Purpose => typeof value === 'string' && value in purposes

function PurposeField({ value, onChange }: { value: Purpose; onChange: (purpose: Purpose) => void }) {
  return (
    <Input.Wrapper label={t`What would you like to do?`} labelElement="div">
      <Chip.Group value={value} onChange={(next) => isPurpose(next) && onChange(next)}>
        <Group gap="xs" mt={6} role="radiogroup" aria-label={t`What would you like to do?`}>
          {Object.entries(purposes).map(([key, { label }]) => (
            <Chip key={key} value={key} size="md">
              {t(label)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
    </Input.Wrapper>
  )
}
