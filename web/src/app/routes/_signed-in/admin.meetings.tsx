import { createFileRoute } from '@tanstack/react-router'

import { ServersPage } from '@/features/teaching/live/servers-page'

export const Route = createFileRoute('/_signed-in/admin/meetings')({
  staticData: { openTo: ['admin'] },
  component: ServersPage,
})
