import { createFileRoute } from '@tanstack/react-router'

import { RoomRoute } from '../../pages/sessions'

export const Route = createFileRoute('/_signed-in/sessions/$sessionId/room')({
  staticData: { openTo: 'users' },
  component: RoomRoute,
})
