import { createFileRoute } from '@tanstack/react-router'

import { OwnComplaintsPage } from '@/features/commerce/complaint/own-page'

export const Route = createFileRoute('/_signed-in/complaints/')({
  staticData: { openTo: 'users' },
  component: OwnComplaintsPage,
})
