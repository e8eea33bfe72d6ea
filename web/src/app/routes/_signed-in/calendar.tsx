import { createFileRoute } from '@tanstack/react-router'

import { CalendarRoute } from '../../pages/calendar'
import { calendarSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/calendar')({
  staticData: { openTo: 'users' },
  validateSearch: calendarSearch,
  component: CalendarRoute,
})
