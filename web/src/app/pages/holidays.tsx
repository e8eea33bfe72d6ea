import { getRouteApi } from '@tanstack/react-router'

import { HolidaysPage } from '@/features/teaching/holiday/holidays-page'

const holidays = getRouteApi('/_signed-in/admin/holidays')

/** Calendars of holidays, in the administration. */
export function AdminHolidaysRoute() {
  const { calendar = 'school' } = holidays.useSearch()
  const navigate = holidays.useNavigate()
  return <HolidaysPage calendar={calendar} onCalendar={(chosen) => void navigate({ search: { calendar: chosen } })} />
}
