import { t } from '@lingui/core/macro'
import { Button, Group, Text } from '@mantine/core'

import type { Schema } from '@/api/client'
import { sessionTime } from '@/shared/wall-time'

export type FreeTime = Schema<'FreeTime'>

type Props = { times: FreeTime[]; timezone: string; onChoose: (time: FreeTime) => void }

/** Other times at which the instructor is free; one is taken with a click. */
export function FreeTimes({ times, timezone, onChoose }: Props) {
  if (times.length === 0) return null
  return (
    <Group gap={6} my={4} role="group" aria-label={t`Other times`}>
      <Text size="sm">{t`Free:`}</Text>
      {times.map((time) => (
        <Button key={time.starts_at} variant="default" size="compact-sm" onClick={() => onChoose(time)}>
          {sessionTime(time, timezone).there}
        </Button>
      ))}
    </Group>
  )
}
