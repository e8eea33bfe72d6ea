import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { LeadsPage } from '@/features/commerce/lead/board-page'
import { leadKeys } from '@/features/commerce/lead/keys'
import { LeadPage } from '@/features/commerce/lead/lead-page'
import { ProposalsCard } from '@/features/commerce/proposal/proposals-card'

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
  const client = useQueryClient()
  return (
    <LeadPage
      key={leadId}
      id={leadId}
      onDeleted={() => void navigate({ to: '/admin/leads' })}
      more={({ kind, email }) =>
        kind === 'corporate_training' && (
          <ProposalsCard
            leadId={leadId}
            email={email}
            onSent={() => void client.invalidateQueries({ queryKey: leadKeys.all })}
          />
        )
      }
    />
  )
}
