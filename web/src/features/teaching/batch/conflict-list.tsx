import { t } from '@lingui/core/macro'
import { Alert, List } from '@mantine/core'

import { errorDetails } from '@/api/client'
import { here } from '@/shared/time-zones'
import { sessionTime } from '@/shared/wall-time'

/** What is in the way of sessions that the server has refused. */
export function ConflictList({ error }: { error: Error | null }) {
  const details = errorDetails(error)
  if (!details || !('conflicts' in details)) return null
  return (
    <Alert color="apricot" title={t`The instructor isn't free`}>
      <List size="sm">
        {details.conflicts.map((conflict) => {
          const when = sessionTime(conflict, here()).there
          return (
            <List.Item key={`${conflict.kind} ${conflict.starts_at}`}>
              {conflict.label ? `${conflict.label}: ${when}` : when}
            </List.Item>
          )
        })}
      </List>
    </Alert>
  )
}
