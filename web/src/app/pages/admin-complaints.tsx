import { getRouteApi } from '@tanstack/react-router'

import { ComplaintPage } from '@/features/commerce/complaint/complaint-page'
import { ComplaintsPage } from '@/features/commerce/complaint/inbox-page'

const inbox = getRouteApi('/_signed-in/admin/complaints/')
const one = getRouteApi('/_signed-in/admin/complaints/$complaintId')

export function ComplaintsRoute() {
  const navigate = inbox.useNavigate()
  const filters = inbox.useSearch()
  return <ComplaintsPage filters={filters} onFilters={(search) => void navigate({ search, replace: true })} />
}

export function ComplaintRoute() {
  const { complaintId } = one.useParams()
  const navigate = one.useNavigate()
  return (
    <ComplaintPage key={complaintId} id={complaintId} onDeleted={() => void navigate({ to: '/admin/complaints' })} />
  )
}
