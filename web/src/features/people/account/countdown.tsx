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
        <Trans>The wait is over: you can try again now.</Trans>
      </Text>
    )
  const at = new Date(until).toISOString()
  return (
    <Text size="sm">
      <Trans>You can try again at</Trans> {left < day ? timeOfDay(at) : instant(at)}
      <Trans>
        , in {/* A timer is not read out at each tick. */}
        <span role="timer" style={{ fontVariantNumeric: 'tabular-nums' }}>
          {clock(left)}
        </span>
        .
      </Trans>
    </Text>
  )
}
