import { getRouteApi } from '@tanstack/react-router'

import { CampaignPage } from '@/features/commerce/newsletter/campaign-page'
import { CampaignsPage } from '@/features/commerce/newsletter/campaigns-page'
import { SubscribersPage } from '@/features/commerce/newsletter/subscribers-page'

const campaigns = getRouteApi('/_signed-in/admin/newsletter/')
const one = getRouteApi('/_signed-in/admin/newsletter/$campaignId')
const subscribers = getRouteApi('/_signed-in/admin/newsletter/subscribers')

export function CampaignsRoute() {
  const navigate = campaigns.useNavigate()
  return (
    <CampaignsPage
      onWritten={(campaignId) => void navigate({ to: '/admin/newsletter/$campaignId', params: { campaignId } })}
    />
  )
}

export function CampaignRoute() {
  const { campaignId } = one.useParams()
  const navigate = one.useNavigate()
  return <CampaignPage key={campaignId} id={campaignId} onDeleted={() => void navigate({ to: '/admin/newsletter' })} />
}

export function SubscribersRoute() {
  const navigate = subscribers.useNavigate()
  const filters = subscribers.useSearch()
  return <SubscribersPage filters={filters} onFilters={(search) => void navigate({ search, replace: true })} />
}
