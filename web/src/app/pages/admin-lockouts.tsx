import { IconLock } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'

import { LockoutsPage } from '@/features/lockout/lockouts-page'
import { ButtonLink } from '@/shared/link'

import { given } from '../search'

const route = getRouteApi('/_signed-in/admin/lockouts')

export function LockoutsRoute() {
  const navigate = route.useNavigate()
  return (
    <LockoutsPage
      actions={
        <ButtonLink to="/admin/users" variant="default" leftSection={<IconLock size={18} />}>
          Find somebody to lock
        </ButtonLink>
      }
      view={given(route.useSearch())}
      onView={(search) => void navigate({ search, resetScroll: false })}
    />
  )
}
