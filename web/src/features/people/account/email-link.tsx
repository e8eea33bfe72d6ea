import { Button, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ApiError, fieldErrors, type Schema } from '@/api/client'
import { FormSummary } from '@/shared/form-summary'

import { Outcome } from '@/shared/outcome'

type LinkProps = {
  /** What stood behind the # of the link; '' when nothing did. */
  token: string
  error: Error | null
  /** How to get on without this link. */
  instead: ReactNode
  children: ReactNode
}

/** Shows the form that a link in an email opens, or that the link is invalid. */
export function EmailLink({ token, error, instead, children }: LinkProps) {
  if (token === '' || fieldErrors(error).token) {
    return (
      <Outcome bad text="This link is not complete. Please open it from the letter again, or copy the whole of it.">
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
  step: UseMutationResult<unknown, Error, Schema<'LinkToken'>>
  label: string
  /** Stands here when it is done. */
  children?: ReactNode
}

/**
 * A link that asks for no more than a press. It is not used by opening the page alone: programs that look for bad links
 * in mail open it before its reader does, and it works once.
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
