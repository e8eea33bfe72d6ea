import { getRouteApi } from '@tanstack/react-router'

import { SecurityLogPage } from '@/features/people/securityreport/security-log-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/admin/security-log')

export function SecurityLogRoute() {
  const navigate = route.useNavigate()
  return (
    <SecurityLogPage
      filters={given(route.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
