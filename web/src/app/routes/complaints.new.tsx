import { createFileRoute } from '@tanstack/react-router'

import { NewComplaintRoute } from '../pages/complaints'

export const Route = createFileRoute('/complaints/new')({
  staticData: { openTo: 'everyone' },
  component: NewComplaintRoute,
})
