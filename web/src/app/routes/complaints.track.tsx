import { createFileRoute } from '@tanstack/react-router'

import { TrackComplaintRoute } from '../pages/complaints'

export const Route = createFileRoute('/complaints/track')({
  staticData: { openTo: 'everyone' },
  component: TrackComplaintRoute,
})
