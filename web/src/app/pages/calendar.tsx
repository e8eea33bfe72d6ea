import { getRouteApi } from '@tanstack/react-router'

import { useAccount } from '@/features/people/account/api'
import { MoveSessionOf } from '@/features/teaching/batch/move-session-of'
import { CalendarPage } from '@/features/teaching/calendar/calendar-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/calendar')

/** The calendar of the user, in which instructors move sessions. */
export function CalendarRoute() {
  const navigate = route.useNavigate()
  const search = given(route.useSearch())
  const account = useAccount()
  if (!account) return null
  return (
    <CalendarPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      choosesPeople={account.roles.includes('admin')}
      mover={(wanted, onClose) => <MoveSessionOf {...wanted} onClose={onClose} />}
    />
  )
}
