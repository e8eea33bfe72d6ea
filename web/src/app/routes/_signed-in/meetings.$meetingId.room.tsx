import { createFileRoute } from '@tanstack/react-router'

import { MeetingRoomRoute } from '../../pages/meetings'

export const Route = createFileRoute('/_signed-in/meetings/$meetingId/room')({
  staticData: { openTo: 'users' },
  component: MeetingRoomRoute,
})
