import { getRouteApi } from '@tanstack/react-router'

import { useAccount } from '@/features/people/account/api'
import { MoveSessionOf } from '@/features/teaching/batch/move-session-of'
import { CalendarPage } from '@/features/teaching/calendar/calendar-page'

import { given } from '../search'

const route = getRouteApi('/_signed-in/calendar')

/** The calendar of the user, in which instructors move sessions. */
export function CalendarRoute() {
  const navigate = route.useNavigate()
  const account = useAccount()
  return (
    <CalendarPage
      search={given(route.useSearch())}
      onSearch={(search) => void navigate({ search, resetScroll: false })}
      choosesPeople={account?.roles.includes('admin') ?? false}
      mover={(wanted, onClose) => <MoveSessionOf {...wanted} onClose={onClose} />}
    />
  )
}
