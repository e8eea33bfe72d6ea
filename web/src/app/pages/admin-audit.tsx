import { getRouteApi } from '@tanstack/react-router'

import { AuditPage } from '@/features/platform/audit/audit-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/admin/audit')

export function AuditRoute() {
  const navigate = route.useNavigate()
  return (
    <AuditPage
      filters={given(route.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
