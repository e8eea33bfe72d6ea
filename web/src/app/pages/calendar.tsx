import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'

import { useAccount } from '@/features/people/account/api'
import { batchKeys } from '@/features/teaching/batch/keys'
import { MoveSessionOf } from '@/features/teaching/batch/move-session-of'
import { CalendarPage } from '@/features/teaching/calendar/calendar-page'
import { MoveMeeting } from '@/features/teaching/onlinemeeting/move-meeting'

import { given } from '../search'

const route = getRouteApi('/_signed-in/calendar')

/** The calendar of the user, in which instructors move sessions. */
export function CalendarRoute() {
  const navigate = route.useNavigate()
  const search = given(route.useSearch())
  const account = useAccount()
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: batchKeys.all })
  if (!account) return null
  return (
    <CalendarPage
      search={search}
      onSearch={(next) => void navigate({ search: next, resetScroll: false })}
      choosesPeople={account.roles.includes('admin')}
      choosesRoom={account.roles.includes('admin') || account.roles.includes('instructor')}
      mover={({ kind, ...wanted }, onClose) =>
        kind === 'session' ? (
          <MoveSessionOf {...wanted} onClose={onClose} />
        ) : (
          <MoveMeeting meetingId={wanted.sessionId} proposed={wanted.proposed} onClose={onClose} onMoved={refresh} />
        )
      }
    />
  )
}
