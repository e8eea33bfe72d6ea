import { createFileRoute } from '@tanstack/react-router'

import { LockoutsRoute } from '../../pages/admin-lockouts'
import { lockoutsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/lockouts')({
  staticData: { openTo: ['admin'] },
  validateSearch: lockoutsSearch,
  component: LockoutsRoute,
})
