import { createFileRoute } from '@tanstack/react-router'

import { PlansRoute } from '../../pages/admin-orders'
import { plansSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/instalments')({
  staticData: { openTo: ['admin'] },
  validateSearch: plansSearch,
  component: PlansRoute,
})
