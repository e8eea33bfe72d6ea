import { plural, t } from '@lingui/core/macro'
import { Alert, List } from '@mantine/core'

import type { Schema } from '@/api/client'

type DroppedRoom = Schema<'DroppedRoom'>

/** The classrooms that sessions of a new batch lack, and why; nothing if they lack none. */
export const DroppedRooms = ({ rooms }: { rooms: DroppedRoom[] }) =>
  rooms.length > 0 && (
    <Alert color="apricot" title={t`Sessions without a classroom`}>
      <List size="sm">
        {rooms.map((room) => (
          <List.Item key={`${room.reason} ${room.room_id}`}>{sentenceOf(room)}</List.Item>
        ))}
      </List>
    </Alert>
  )

function sentenceOf({ room_name: name, reason, sessions }: DroppedRoom) {
  if (sessions === 0) return t`${name} is archived. New sessions are in no classroom.`
  return reason === 'archived'
    ? plural(sessions, {
        one: `${name} is archived. # session is in no classroom.`,
        other: `${name} is archived. # sessions are in no classroom.`,
      })
    : plural(sessions, {
        one: `${name} is taken. # session is in no classroom.`,
        other: `${name} is taken. # sessions are in no classroom.`,
      })
}
