import { Trans } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'

import { LockButton } from '@/features/people/lockout/lock-button'
import { UserPage } from '@/features/people/user/user-page'
import { UsersPage } from '@/features/people/user/users-page'
import { ButtonLink } from '@/shared/link'

import { given } from '../search'
import { useLeave } from '../use-leave'

const list = getRouteApi('/_signed-in/admin/users/')
const one = getRouteApi('/_signed-in/admin/users/$userId')

export function UsersRoute() {
  const navigate = list.useNavigate()
  return (
    <UsersPage
      filters={given(list.useSearch())}
      onFilters={(search) => void navigate({ search, resetScroll: false })}
      onMade={(userId) => void navigate({ to: '/admin/users/$userId', params: { userId } })}
    />
  )
}

export function UserRoute() {
  const navigate = one.useNavigate()
  const leave = useLeave()
  const { userId } = one.useParams()
  const { tab = 'overview' } = given(one.useSearch())
  return (
    <UserPage
      key={userId}
      id={userId}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, resetScroll: false })}
      actions={(user) => (
        <>
          {user.roles.includes('instructor') && (
            <ButtonLink variant="default" to="/admin/users/$userId/availability" params={{ userId }}>
              <Trans>Availability</Trans>
            </ButtonLink>
          )}
          <LockButton account={user} />
        </>
      )}
      onLeave={leave}
    />
  )
}
