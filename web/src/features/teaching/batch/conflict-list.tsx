import { t } from '@lingui/core/macro'
import { Alert, List } from '@mantine/core'

import { errorDetails, type Schema } from '@/api/client'
import { type FreeTime, FreeTimes } from '@/shared/free-times'
import { sessionTime } from '@/shared/wall-time'
import { FreeRooms } from './free-rooms'

type Props = {
  error: Error | null
  /** The zone of the batch. */
  timezone: string
  /** Takes one of the other times that are offered. */
  onChoose?: ((time: FreeTime) => void) | undefined
  /** Takes one of the other classrooms that are offered. */
  onRoom?: ((id: string) => void) | undefined
}

/** What is in the way of sessions that the server has refused, with other times to choose. */
export function ConflictList({ error, timezone, onChoose, onRoom }: Props) {
  const details = errorDetails(error)
  if (!details || !('conflicts' in details)) return null
  const isRoom = details.conflicts.every(({ kind }) => kind === 'room')
  return (
    <Alert color="apricot" title={isRoom ? t`The classroom isn't free` : t`The instructor isn't free`}>
      <ConflictItems conflicts={details.conflicts} timezone={timezone} onChoose={onChoose} onRoom={onRoom} />
    </Alert>
  )
}

type ItemsProps = Pick<Props, 'timezone' | 'onChoose' | 'onRoom'> & {
  conflicts: (Pick<Schema<'ScheduleConflict'>, 'kind' | 'label' | 'starts_at' | 'ends_at'> & {
    alternatives?: FreeTime[]
    room_name?: string
    rooms?: Schema<'SessionClassroom'>[]
  })[]
}

/** What takes the time of the instructor or the classroom, each with its time in a zone. */
export const ConflictItems = ({ conflicts, timezone, onChoose, onRoom }: ItemsProps) => (
  <List size="sm">
    {conflicts.map((conflict) => {
      const when = sessionTime(conflict, timezone).there
      return (
        <List.Item key={`${conflict.kind} ${conflict.starts_at}`}>
          {[conflict.room_name, conflict.label].filter(Boolean).join(', ') || when}
          {(conflict.room_name || conflict.label) && `: ${when}`}
          {onRoom && conflict.rooms && <FreeRooms rooms={conflict.rooms} onChoose={onRoom} />}
          {onChoose && conflict.alternatives && (
            <FreeTimes times={conflict.alternatives} timezone={timezone} onChoose={onChoose} />
          )}
        </List.Item>
      )
    })}
  </List>
)
