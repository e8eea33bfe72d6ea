import { t } from '@lingui/core/macro'
import { Alert, List } from '@mantine/core'

import { errorDetails, type Schema } from '@/api/client'
import { here } from '@/shared/time-zones'
import { sessionTime } from '@/shared/wall-time'

/** What is in the way of sessions that the server has refused. */
export function ConflictList({ error }: { error: Error | null }) {
  const details = errorDetails(error)
  if (!details || !('conflicts' in details)) return null
  return (
    <Alert color="apricot" title={t`The instructor isn't free`}>
      <ConflictItems conflicts={details.conflicts} timezone={here()} />
    </Alert>
  )
}

type ItemsProps = {
  conflicts: Pick<Schema<'ScheduleConflict'>, 'kind' | 'label' | 'starts_at' | 'ends_at'>[]
  timezone: string
}

/** What takes the instructor's time, each with its time in a zone. */
export const ConflictItems = ({ conflicts, timezone }: ItemsProps) => (
  <List size="sm">
    {conflicts.map((conflict) => {
      const when = sessionTime(conflict, timezone).there
      return (
        <List.Item key={`${conflict.kind} ${conflict.starts_at}`}>
          {conflict.label ? `${conflict.label}: ${when}` : when}
        </List.Item>
      )
    })}
  </List>
)
