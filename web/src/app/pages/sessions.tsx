import { getRouteApi, useNavigate } from '@tanstack/react-router'

import { useAccount } from '@/features/people/account/api'
import { RoomPage } from '@/features/teaching/live/room-page'
import { SessionPage } from '@/features/teaching/live/session-page'
import { LearnerMakeUp, RemoveGuest } from '@/features/teaching/makeup/learner-make-up'
import { GuestNote, OwnMakeUp } from '@/features/teaching/makeup/own-make-up'
import { Recordings } from '@/features/teaching/recording/recordings'
import { Registrants } from '@/features/teaching/zoomcatalogue/registrants'
import { VideoChoice } from '@/features/video/transcode/video-choice'

const one = getRouteApi('/_signed-in/sessions/$sessionId/')
const room = getRouteApi('/_signed-in/sessions/$sessionId/room')

const isMissed = (status: string) => status === 'absent' || status === 'excused'

/** A session of a batch, with the way into its room. */
export function SessionRoute() {
  const { sessionId } = one.useParams()
  const userId = useAccount()?.user.id
  return (
    <SessionPage
      key={sessionId}
      sessionId={sessionId}
      onJoin={(url) => window.location.assign(url)}
      registrants={({ session }) => <Registrants of={session.id} />}
      makeUp={({ is_guest: isGuest, own_attendance: own, state }) => {
        if (!userId) return null
        if (isGuest) return <GuestNote sessionId={sessionId} userId={userId} canCancel={state === 'upcoming'} />
        return (
          own &&
          (isMissed(own.status) || own.status === 'made_up') && <OwnMakeUp sessionId={sessionId} userId={userId} />
        )
      }}
      guestActions={({ user_id: id, full_name: name, status, guest_of }, { state }) => {
        if (guest_of) return state === 'upcoming' && <RemoveGuest sessionId={sessionId} learner={{ id, name }} />
        return isMissed(status) && <LearnerMakeUp sessionId={sessionId} learner={{ id, name }} />
      }}
      recordings={({ batch_id, course_id, teaches, provider }) => (
        <Recordings
          of={{ sessionId, batchId: batch_id }}
          teaches={teaches}
          isRecordable={provider === 'zoom' || provider === 'bigbluebutton'}
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
