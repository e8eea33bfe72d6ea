import { createFileRoute } from '@tanstack/react-router'

import { MeetingRoute } from '../../pages/meetings'

export const Route = createFileRoute('/_signed-in/meetings/$meetingId/')({
  staticData: { openTo: 'users' },
  component: MeetingRoute,
})
