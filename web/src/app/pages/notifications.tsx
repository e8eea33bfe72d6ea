import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { preferencesQuery } from '@/features/people/notification/api'
import { NotificationsPage } from '@/features/people/notification/notifications-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/notifications')

export function NotificationsRoute() {
  const navigate = route.useNavigate()
  const kinds = useQuery(preferencesQuery()).data?.kinds ?? []
  return (
    <NotificationsPage
      filters={given(route.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
      offered={[...new Set(kinds.map(({ group }) => group))]}
    />
  )
}
