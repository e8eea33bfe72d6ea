import { t } from '@lingui/core/macro'
import { Alert } from '@mantine/core'

import { errorDetails } from '@/api/client'
import { sessionTime } from '@/shared/wall-time'

/** What takes the instructor's time. */
export function InTheWay({ error, timezone }: { error: Error | null; timezone: string }) {
  const details = errorDetails(error)
  if (!details || !('conflicts' in details)) return null
  return (
    <Alert color="apricot" title={t`In the way`}>
      <ul style={{ margin: 0, paddingInlineStart: 20 }}>
        {details.conflicts.map((conflict) => (
          <li key={conflict.starts_at}>
            {conflict.label && `${conflict.label}: `}
            {sessionTime(conflict, timezone).there}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
