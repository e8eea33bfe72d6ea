import { getRouteApi, useNavigate } from '@tanstack/react-router'

import { RoomPage } from '@/features/teaching/live/room-page'
import { SessionPage } from '@/features/teaching/live/session-page'
import { Recordings } from '@/features/teaching/recording/recordings'
import { VideoChoice } from '@/features/video/transcode/video-choice'

const one = getRouteApi('/_signed-in/sessions/$sessionId/')
const room = getRouteApi('/_signed-in/sessions/$sessionId/room')

/** A session of a batch, with the way into its room. */
export function SessionRoute() {
  const { sessionId } = one.useParams()
  return (
    <SessionPage
      key={sessionId}
      sessionId={sessionId}
      onJoin={(url) => window.location.assign(url)}
      recordings={({ batch_id, course_id, teaches, provider }) => (
        <Recordings
          sessionId={sessionId}
          batchId={batch_id}
          teaches={teaches}
          atZoom={provider === 'zoom'}
          videoField={(chosen, onChoose, error) => (
            <VideoChoice courseId={course_id} chosen={chosen} onChoose={onChoose} error={error} />
          )}
        />
      )}
    />
  )
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
