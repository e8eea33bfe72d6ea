import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { ButtonLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { PageTitle } from '@/shared/page-title'
import { Failure, QueryView } from '@/shared/query-view'

import { type CompanyMembership, companyInvitationQuery, useAcceptCompany } from './api'
import { WhatTheCompanySees } from './what-it-sees'

type Props = {
  /** The fragment of the URL; '' if there was none. */
  token: string
  /** The address of the signed-in user; undefined for visitors. */
  signedInAs?: string | undefined
  onAccepted: (joined: CompanyMembership) => void
}

/** The invitation of a company to learn with it. */
export function JoinCompanyPage({ token, signedInAs, onAccepted }: Props) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'xl' }} bg="var(--card)" maw={640} mx="auto">
      {token ? (
        <Invitation token={token} signedInAs={signedInAs} onAccepted={onAccepted} />
      ) : (
        <>
          <PageTitle title={t`Invitation`} mb="md" />
          <Outcome bad text={t`This link is incomplete. Open it again from the email.`} />
        </>
      )}
    </Paper>
  )
}

function Invitation({ token, signedInAs, onAccepted }: Props) {
  const invitation = useQuery(companyInvitationQuery(token))
  const accept = useAcceptCompany(token)
  const next = { next: `/join-company#${token}` }
  return (
    <QueryView query={invitation} skeleton={<Skeleton height={260} />} isPage>
      {({ company_name: company, email, role }) => (
        <>
          <PageTitle title={t`${company} invites you`} mb="xs" />
          <Text mb="md">
            <Trans>Accept the invitation to learn in courses that {company} pays for.</Trans>
          </Text>
          <WhatTheCompanySees company={company} manages={role !== 'member'} />
          {accept.error && <Failure error={accept.error} />}
          {signedInAs ? (
            <Button
              mt="lg"
              loading={accept.isPending}
              onClick={() => accept.mutate(undefined, { onSuccess: onAccepted })}
            >
              <Trans>Accept invitation</Trans>
            </Button>
          ) : (
            <>
              <Text mt="lg" mb="sm">
                <Trans>Sign in or create an account with the address {email}.</Trans>
              </Text>
              <Group>
                <ButtonLink to="/sign-in" search={next}>
                  <Trans>Sign in</Trans>
                </ButtonLink>
                <ButtonLink to="/register" search={next} variant="default">
                  <Trans>Create account</Trans>
                </ButtonLink>
              </Group>
            </>
          )}
        </>
      )}
    </QueryView>
  )
}
