import { getRouteApi, useNavigate } from '@tanstack/react-router'

import { useAccount } from '@/features/people/account/api'
import { MeetingPage } from '@/features/teaching/onlinemeeting/meeting-page'
import { MeetingsPage } from '@/features/teaching/onlinemeeting/meetings-page'
import { MeetingRoomPage } from '@/features/teaching/onlinemeeting/room-page'
import { Recordings } from '@/features/teaching/recording/recordings'
import { Registrants } from '@/features/teaching/zoomcatalogue/registrants'
import { VideoChoice } from '@/features/video/transcode/video-choice'

import { given } from '../search'

const list = getRouteApi('/_signed-in/meetings/')
const one = getRouteApi('/_signed-in/meetings/$meetingId/')
const room = getRouteApi('/_signed-in/meetings/$meetingId/room')

/** The meetings outside of batches of the user. */
export function MeetingsRoute() {
  const navigate = useNavigate()
  const account = useAccount()
  return (
    <MeetingsPage
      search={given(list.useSearch())}
      onSearch={(search) => void navigate({ to: '/meetings', search })}
      plans={account?.operations.includes('POST /online-meetings/create') ?? false}
      onPlanned={(meetingId) => void navigate({ to: '/meetings/$meetingId', params: { meetingId } })}
    />
  )
}

/** A meeting outside of batches, with the way into its room. */
export function MeetingRoute() {
  const { meetingId } = one.useParams()
  return (
    <MeetingPage
      key={meetingId}
      meetingId={meetingId}
      onJoin={(url) => window.location.assign(url)}
      registrants={(of) => <Registrants of={of} />}
      recordings={({ can_manage, provider, course_id: courseId }) => (
        <Recordings
          of={{ meetingId }}
          teaches={can_manage}
          isRecordable={provider === 'zoom'}
          videoField={
            courseId
              ? (chosen, onChoose, error) => (
                  <VideoChoice courseId={courseId} chosen={chosen} onChoose={onChoose} error={error} />
                )
              : undefined
          }
        />
      )}
    />
  )
}

/** The built-in room of a meeting. */
export function MeetingRoomRoute() {
  const { meetingId } = room.useParams()
  const navigate = useNavigate()
  return (
    <MeetingRoomPage
      key={meetingId}
      meetingId={meetingId}
      onLeft={() => void navigate({ to: '/meetings/$meetingId', params: { meetingId } })}
    />
  )
}
