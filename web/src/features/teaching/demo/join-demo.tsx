import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'

import type { Schema } from '@/api/client'
import { Failure } from '@/shared/query-view'
import { useSecondsLeft } from '@/shared/seconds-left'

import type { DemoBooking } from './api'

type Join = Schema<'DemoJoin'>

export type Joining = {
  isPending: boolean
  error: Error | null
  mutate: (nothing: undefined, options: { onSuccess: (joined: Join) => void }) => void
}

// In milliseconds, as the server has them.
const opensBefore = 10 * 60 * 1000
export const closesAfter = 30 * 60 * 1000

/** Goes to the room of a demo class. */
export const openRoom = ({ url }: Join) => void window.open(url, '_self')

/** The way into a demo class for who has booked it, from 10 minutes before it begins. */
export function JoinDemo({ booking: { timeSlot, endTime }, join }: { booking: DemoBooking; join: Joining }) {
  const untilOpen = useSecondsLeft(Date.parse(timeSlot) - opensBefore)
  const untilClosed = useSecondsLeft(Date.parse(endTime) + closesAfter)
  if (untilClosed <= 0) return null
  if (untilOpen > 0) return <Text c="dimmed">{t`You can join here 10 minutes before it begins.`}</Text>
  return (
    <div>
      {join.error && <Failure error={join.error} />}
      <Button size="md" loading={join.isPending} onClick={() => join.mutate(undefined, { onSuccess: openRoom })}>
        <Trans>Join demo class</Trans>
      </Button>
    </div>
  )
}
