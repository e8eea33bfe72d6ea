import { createFileRoute } from '@tanstack/react-router'

import { UserRoute } from '../../pages/admin-users'
import { userSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/users/$userId')({
  staticData: { openTo: ['admin'] },
  validateSearch: userSearch,
  component: UserRoute,
})
