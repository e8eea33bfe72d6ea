import { t } from '@lingui/core/macro'
import { Button, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ApiError, fieldErrors, type Schema } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'

import { Outcome } from '@/shared/outcome'

type LinkProps = {
  /** The fragment of the URL; '' if there was none. */
  token: string
  error: Error | null
  /** How to continue without this link. */
  instead: ReactNode
  children: ReactNode
}

/** Shows the form that a link in an email leads to, or that the link is invalid. */
export function EmailLink({ token, error, instead, children }: LinkProps) {
  if (token === '' || fieldErrors(error).token) {
    return (
      <Outcome bad text={t`This link is incomplete. Open it again from the email.`}>
        {instead}
      </Outcome>
    )
  }
  if (error instanceof ApiError && error.status === 410) {
    return (
      <Outcome bad text={error.message}>
        {instead}
      </Outcome>
    )
  }
  return children
}

type StepProps = Omit<LinkProps, 'error' | 'children'> & {
  step: UseMutationResult<unknown, Error, Schema<'LinkRedemption'>>
  label: string
  /** Shown when it has succeeded. */
  children?: ReactNode
}

/**
 * A link that requires only a click. Opening the page does not use it up: mail scanners open links before their
 * reader does, and it works once.
 */
export function EmailLinkButton({ token, step, label, instead, children }: StepProps) {
  if (step.isSuccess) return children
  return (
    <EmailLink token={token} error={step.error} instead={instead}>
      <Stack>
        <FormSummary error={step.error} fields={[]} />
        <Button size="md" loading={step.isPending} onClick={() => step.mutate({ token })}>
          {label}
        </Button>
      </Stack>
    </EmailLink>
  )
}
