import { getRouteApi } from '@tanstack/react-router'

import { LeadsPage } from '@/features/commerce/lead/board-page'
import { LeadPage } from '@/features/commerce/lead/lead-page'

const board = getRouteApi('/_signed-in/admin/leads/')
const one = getRouteApi('/_signed-in/admin/leads/$leadId')

export function LeadsRoute() {
  const navigate = board.useNavigate()
  const filters = board.useSearch()
  return <LeadsPage filters={filters} onFilters={(search) => void navigate({ search, replace: true })} />
}

export function LeadRoute() {
  const { leadId } = one.useParams()
  const navigate = one.useNavigate()
  return <LeadPage key={leadId} id={leadId} onDeleted={() => void navigate({ to: '/admin/leads' })} />
}
