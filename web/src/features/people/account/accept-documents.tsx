import { Trans } from '@lingui/react/macro'
import { Anchor, Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { ApiError } from '@/api/client'
import { schoolKeys } from '@/features/people/school/keys'
import { type LegalKind, legalDocuments } from '@/shared/legal'
import { useSchool } from '@/shared/school'

/**
 * The versions that a new user accepts: for the request once the box is checked, and what to do when a newer version has
 * been published since they were shown.
 */
export function useDocumentsToAccept() {
  const { legal_documents: shown } = useSchool()
  const client = useQueryClient()
  const [agreedTo, setAgreedTo] = useState('')
  const id = JSON.stringify(shown)
  return {
    shown,
    isAgreed: agreedTo === id,
    agree: (agreed: boolean) => setAgreedTo(agreed ? id : ''),
    /** Whether the form may be sent. */
    isReady: shown.length === 0 || agreedTo === id,
    /** For the body of the request. */
    accepted: shown.length > 0 ? { accepted_documents: shown } : {},
    onError: (error: Error) => {
      if (error instanceof ApiError && error.problem?.code === 'terms_changed')
        void client.invalidateQueries({ queryKey: schoolKeys.info() })
    },
  }
}

type Props = { documents: ReturnType<typeof useDocumentsToAccept> }

/** The checkbox by which new users accept the terms; nothing where none are published. */
export function AcceptDocuments({ documents: { shown, isAgreed, agree } }: Props) {
  if (shown.length === 0) return null
  return (
    <Checkbox
      size="md"
      checked={isAgreed}
      onChange={({ currentTarget }) => agree(currentTarget.checked)}
      label={<Agreement kinds={shown.map(({ kind }) => kind)} />}
    />
  )
}

function Agreement({ kinds }: { kinds: LegalKind[] }) {
  if (!kinds.includes('privacy'))
    return (
      <Trans>
        I have read and accept the <DocumentLink kind="terms">terms of use</DocumentLink>.
      </Trans>
    )
  if (!kinds.includes('terms'))
    return (
      <Trans>
        I have read and accept the <DocumentLink kind="privacy">privacy policy</DocumentLink>.
      </Trans>
    )
  return (
    <Trans>
      I have read and accept the <DocumentLink kind="terms">terms of use</DocumentLink> and the{' '}
      <DocumentLink kind="privacy">privacy policy</DocumentLink>.
    </Trans>
  )
}

function DocumentLink({ kind, children }: { kind: LegalKind; children?: ReactNode }) {
  return (
    <Anchor href={legalDocuments[kind].to} target="_blank" underline="always">
      {children}
    </Anchor>
  )
}
