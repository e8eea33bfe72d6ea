import { ZoomNotice } from '@/shared/zoom-notice'

import { type LiveSession, useRetryMeeting } from './api'

/** How far the meeting of a session at Zoom is. */
export function MeetingNotice({ session: { session, teaches, meeting, provider } }: { session: LiveSession }) {
  const retry = useRetryMeeting(session.id)
  return <ZoomNotice meeting={meeting} teaches={teaches} hasOther={provider !== 'zoom'} retry={retry} />
}
