import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import { clock, instant, timeOfDay } from '@/shared/format'
import { useSecondsLeft } from '@/shared/seconds-left'

const day = 24 * 3600 // seconds

/** The time left until `until` (milliseconds since the epoch), updated every second. */
export function Countdown({ until }: { until: number }) {
  const left = useSecondsLeft(until)
  if (left <= 0)
    return (
      <Text size="sm">
        <Trans>You can try again now.</Trans>
      </Text>
    )
  const end = new Date(until).toISOString()
  // Screen readers do not read a timer out at each tick.
  const timer = (
    <span role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
      {clock(left)}
    </span>
  )
  if (left < day) {
    const time = timeOfDay(end)
    return (
      <Text size="sm">
        <Trans>
          You can try again at {time}, in {timer}.
        </Trans>
      </Text>
    )
  }
  const date = instant(end)
  return (
    <Text size="sm">
      <Trans>
        You can try again on {date}, in {timer}.
      </Trans>
    </Text>
  )
}
