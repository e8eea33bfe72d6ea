import { createFileRoute } from '@tanstack/react-router'

import { ProposalRoute } from '../pages/proposal'

export const Route = createFileRoute('/proposal')({
  staticData: { openTo: 'everyone' },
  component: ProposalRoute,
})
