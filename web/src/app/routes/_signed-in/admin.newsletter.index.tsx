import { createFileRoute } from '@tanstack/react-router'

import { CampaignsRoute } from '../../pages/admin-newsletter'

export const Route = createFileRoute('/_signed-in/admin/newsletter/')({
  staticData: { openTo: ['admin'] },
  component: CampaignsRoute,
})
