import { createFileRoute } from '@tanstack/react-router'

import { readFilters } from '@/features/people/user/filters'

import { UsersRoute } from '../../pages/admin-users'

export const Route = createFileRoute('/_signed-in/admin/users/')({
  staticData: { openTo: ['admin'] },
  validateSearch: readFilters,
  component: UsersRoute,
})
