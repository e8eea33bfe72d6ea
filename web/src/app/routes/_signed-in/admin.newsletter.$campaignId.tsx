import { createFileRoute } from '@tanstack/react-router'

import { CampaignRoute } from '../../pages/admin-newsletter'

export const Route = createFileRoute('/_signed-in/admin/newsletter/$campaignId')({
  staticData: { openTo: ['admin'] },
  component: CampaignRoute,
})
