import { getRouteApi } from '@tanstack/react-router'

import { LockoutsPage } from '@/features/people/lockout/lockouts-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/admin/lockouts')

export function LockoutsRoute() {
  const navigate = route.useNavigate()
  return (
    <LockoutsPage view={given(route.useSearch())} onView={(search) => void navigate({ search, resetScroll: false })} />
  )
}
