import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Card, Container, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { Empty } from '@/shared/empty'
import { ButtonLink } from '@/shared/link'
import { PageHead } from '@/shared/page-head'
import { Pages, Total } from '@/shared/pages'
import { QueryView } from '@/shared/query-view'
import { Rows } from '@/shared/rows'

import { type DemoBooking, ownQuery, useJoinDemo, useUpdate } from './api'
import { BookingDetails } from './booking-details'

type Props = {
  userId: string
  page: number
  onPage: (page: number) => void
  /** What the user says about a demo class that took place. */
  feedback: (bookingId: string) => ReactNode
}

/** The demo classes that the user has booked: they move and cancel them, and say how they were. */
export function OwnPage({ userId, page, onPage, feedback }: Props) {
  const bookings = useQuery(ownQuery(userId, page))
  return (
    <Container size="md" py="xl">
      <PageHead title={t`Your demo classes`}>
        <ButtonLink to="/demo" variant="default">
          <Trans>Book a demo class</Trans>
        </ButtonLink>
      </PageHead>
      <QueryView
        query={bookings}
        skeleton={<Rows height={140} />}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty title={t`No demo classes yet`}>
            <Trans>Demo classes that you book appear here, where you can move and cancel them.</Trans>
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <Total
              pagination={pagination}
              counted={(n) => plural(n, { one: '# demo class', other: '# demo classes' })}
            />
            <Stack component="ul" aria-label={t`Your demo classes`} p={0} m={0} style={{ listStyle: 'none' }}>
              {items.map((booking) => (
                <Own key={`${booking.id} ${booking.sequence}`} booking={booking} feedback={feedback} />
              ))}
            </Stack>
            <Pages pagination={pagination} onPage={onPage} />
          </>
        )}
      </QueryView>
    </Container>
  )
}

function Own({ booking, feedback }: { booking: DemoBooking } & Pick<Props, 'feedback'>) {
  const act = useUpdate(booking.id)
  const join = useJoinDemo(booking.id)
  return (
    <Card component="li" withBorder>
      <Stack>
        <BookingDetails booking={booking} act={act} join={join} />
        {booking.status === 'completed' && feedback(booking.id)}
      </Stack>
    </Card>
  )
}
