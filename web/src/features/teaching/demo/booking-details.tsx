import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import type { Schema } from '@/api/client'
import { Confirm } from '@/shared/confirm'
import { ButtonLink } from '@/shared/link'
import { Failure } from '@/shared/query-view'
import { toast } from '@/shared/toasts'

import type { DemoBooking } from './api'
import { JoinDemo, type Joining } from './join-demo'
import { SlotPicker } from './slot-picker'
import { StatusBadge } from './status-badge'
import { fullTime } from './zoned'

type Props = {
  booking: DemoBooking
  /** How the booking is changed: by its link, or by the account of who has booked it. */
  act: {
    isPending: boolean
    error: Error | null
    mutate: (change: Schema<'LinkAction'>, options: { onSuccess: () => void }) => void
  }
  /** How its room is entered. */
  join: Joining
}

/** A demo class for who has booked it, with what they can do about it now. */
export function BookingDetails({ booking, act, join }: Props) {
  const [moving, setMoving] = useState(false)
  const [cancelling, setCancelling] = useState(false)
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
      {booking.status === 'confirmed' && <JoinDemo booking={booking} join={join} />}
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
        {booking.status === 'completed' && !booking.convertedAt && (
          <ButtonLink to="/courses" search={booking.courseInterest ? { search: booking.courseInterest } : {}}>
            <Trans>Enrol in a course</Trans>
          </ButtonLink>
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

function Move({ booking, act }: Omit<Props, 'join'>) {
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
