import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Container, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Outcome } from '@/shared/outcome'
import { PageHead } from '@/shared/page-head'
import { QueryView } from '@/shared/query-view'

import { type DemoBooking, linkQuery, useJoinByLink, useLinkAction } from './api'
import { BookingDetails } from './booking-details'

type Props = {
  token: string
  /** Shown once the demo class has taken place. */
  feedback: ReactNode
}

/** What the link in an email leads to: see, move and cancel a demo class, and say how it was. */
export function ManagePage({ token, feedback }: Props) {
  const booking = useQuery({ ...linkQuery(token), enabled: token !== '' })
  return (
    <Container size="md" py="xl">
      <PageHead title={t`Your demo class`} />
      {token ? (
        <QueryView query={booking} skeleton={<Skeleton h={180} />}>
          {(found) => (
            <Stack gap="xl">
              <ByLink key={found.sequence} booking={found} token={token} />
              {found.status === 'completed' && feedback}
            </Stack>
          )}
        </QueryView>
      ) : (
        <Outcome bad text={t`This page opens from the link in our emails.`}>
          <Anchor href="/demo">
            <Trans>Book a demo class</Trans>
          </Anchor>
        </Outcome>
      )}
    </Container>
  )
}

const ByLink = ({ booking, token }: { booking: DemoBooking; token: string }) => (
  <BookingDetails booking={booking} act={useLinkAction(token)} join={useJoinByLink(token)} />
)
