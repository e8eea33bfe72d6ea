import { t } from '@lingui/core/macro'
import { Alert, List } from '@mantine/core'

import { errorDetails, type Schema } from '@/api/client'
import { sessionTime } from '@/shared/wall-time'

import { type FreeTime, FreeTimes } from './free-times'

type Props = {
  error: Error | null
  /** The zone of the batch. */
  timezone: string
  /** Takes one of the other times that are offered. */
  onChoose?: ((time: FreeTime) => void) | undefined
}

/** What is in the way of sessions that the server has refused, with other times to choose. */
export function ConflictList({ error, timezone, onChoose }: Props) {
  const details = errorDetails(error)
  if (!details || !('conflicts' in details)) return null
  return (
    <Alert color="apricot" title={t`The instructor isn't free`}>
      <ConflictItems conflicts={details.conflicts} timezone={timezone} onChoose={onChoose} />
    </Alert>
  )
}

type ItemsProps = Pick<Props, 'timezone' | 'onChoose'> & {
  conflicts: (Pick<Schema<'ScheduleConflict'>, 'kind' | 'label' | 'starts_at' | 'ends_at'> & {
    alternatives?: FreeTime[]
  })[]
}

/** What takes the instructor's time, each with its time in a zone. */
export const ConflictItems = ({ conflicts, timezone, onChoose }: ItemsProps) => (
  <List size="sm">
    {conflicts.map((conflict) => {
      const when = sessionTime(conflict, timezone).there
      return (
        <List.Item key={`${conflict.kind} ${conflict.starts_at}`}>
          {conflict.label ? `${conflict.label}: ${when}` : when}
          {onChoose && conflict.alternatives && (
            <FreeTimes times={conflict.alternatives} timezone={timezone} onChoose={onChoose} />
          )}
        </List.Item>
      )
    })}
  </List>
)
