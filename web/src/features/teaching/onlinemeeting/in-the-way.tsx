import { t } from '@lingui/core/macro'
import { Alert } from '@mantine/core'

import { errorDetails } from '@/api/client'
import { type FreeTime, FreeTimes } from '@/shared/free-times'
import { sessionTime } from '@/shared/wall-time'

type Props = {
  error: Error | null
  timezone: string
  /** Takes one of the other times that are offered. */
  onChoose: (time: FreeTime) => void
}

/** What takes the instructor's time, and when they are free. */
export function InTheWay({ error, timezone, onChoose }: Props) {
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
      {'alternatives' in details && <FreeTimes times={details.alternatives} timezone={timezone} onChoose={onChoose} />}
    </Alert>
  )
}
