import { createFileRoute } from '@tanstack/react-router'

import { JoinCompanyRoute } from '../pages/join-company'

export const Route = createFileRoute('/join-company')({
  staticData: { openTo: 'everyone' },
  component: JoinCompanyRoute,
})
