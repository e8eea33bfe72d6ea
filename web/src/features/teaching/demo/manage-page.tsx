import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Button, Container, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { Confirm } from '@/shared/confirm'
import { Outcome } from '@/shared/outcome'
import { PageHead } from '@/shared/page-head'
import { Failure, QueryView } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import { type DemoBooking, linkQuery, useLinkAction } from './api'
import { SlotPicker } from './slot-picker'
import { StatusBadge } from './status-badge'
import { fullTime } from './zoned'

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
              <Booking key={found.sequence} booking={found} token={token} />
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

function Booking({ booking, token }: { booking: DemoBooking; token: string }) {
  const [moving, setMoving] = useState(false)
  const [cancelling, setCancelling] = useState(false)
  const act = useLinkAction(token)
  const time = fullTime(booking.timeSlot, booking.timezone)
  const instructor = booking.instructor?.fullName ?? ''
  return (
    <Stack>
      <Group>
        <Text fw={600}>{time}</Text>
        <StatusBadge status={booking.status} />
      </Group>
      <Text>
        <Trans>With {instructor}</Trans>
      </Text>
      <Group>
        {booking.canReschedule && (
          <Button onClick={() => setMoving(!moving)} aria-expanded={moving}>
            <Trans>Move to another time</Trans>
          </Button>
        )}
        {booking.canCancel && (
          <Button variant="default" onClick={() => setCancelling(true)}>
            <Trans>Cancel demo class</Trans>
          </Button>
        )}
      </Group>
      {moving && <Move booking={booking} act={act} />}
      {cancelling && (
        <Confirm
          title={t`Cancel this demo class?`}
          text={t`The time is free for others then. You can't undo this.`}
          action={t`Cancel demo class`}
          danger
          pending={act.isPending}
          error={act.error}
          onClose={() => setCancelling(false)}
          onConfirm={() => act.mutate({ action: 'cancel' }, { onSuccess: () => toast(t`Demo class cancelled.`) })}
        />
      )}
    </Stack>
  )
}

function Move({ booking, act }: { booking: DemoBooking; act: ReturnType<typeof useLinkAction> }) {
  const [timezone, setTimezone] = useState(booking.timezone)
  const [slot, setSlot] = useState('')
  return (
    <Stack>
      {act.error && <Failure error={act.error} />}
      <SlotPicker timezone={timezone} onTimezone={setTimezone} holdId="" value={slot} onChange={setSlot} />
      <div>
        <Button
          disabled={!slot}
          loading={act.isPending}
          onClick={() =>
            act.mutate({ action: 'reschedule', newTimeSlot: slot }, { onSuccess: () => toast(t`Demo class moved.`) })
          }
        >
          <Trans>Move demo class</Trans>
        </Button>
      </div>
    </Stack>
  )
}
