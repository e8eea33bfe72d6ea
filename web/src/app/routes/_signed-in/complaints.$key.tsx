import { createFileRoute } from '@tanstack/react-router'

import { ComplaintThreadRoute } from '../../pages/complaints'

export const Route = createFileRoute('/_signed-in/complaints/$key')({
  staticData: { openTo: 'users' },
  component: ComplaintThreadRoute,
})
