import { getRouteApi, useNavigate } from '@tanstack/react-router'

import { RoomPage } from '@/features/teaching/live/room-page'
import { SessionPage } from '@/features/teaching/live/session-page'

const one = getRouteApi('/_signed-in/sessions/$sessionId/')
const room = getRouteApi('/_signed-in/sessions/$sessionId/room')

/** A session of a batch, with the way into its room. */
export function SessionRoute() {
  const { sessionId } = one.useParams()
  return <SessionPage key={sessionId} sessionId={sessionId} onJoin={(url) => window.location.assign(url)} />
}

/** The built-in room of a session. */
export function RoomRoute() {
  const { sessionId } = room.useParams()
  const navigate = useNavigate()
  return (
    <RoomPage
      key={sessionId}
      sessionId={sessionId}
      onLeft={() => void navigate({ to: '/sessions/$sessionId', params: { sessionId } })}
    />
  )
}
