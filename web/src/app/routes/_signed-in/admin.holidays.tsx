import { createFileRoute } from '@tanstack/react-router'

import { AdminHolidaysRoute } from '../../pages/holidays'

export const Route = createFileRoute('/_signed-in/admin/holidays')({
  staticData: { openTo: ['admin'] },
  validateSearch: ({ calendar }: Record<string, unknown>): { calendar?: string } =>
    typeof calendar === 'string' && calendar ? { calendar } : {},
  component: AdminHolidaysRoute,
})
