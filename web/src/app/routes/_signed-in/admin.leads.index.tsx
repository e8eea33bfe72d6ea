import { createFileRoute } from '@tanstack/react-router'

import { LeadsRoute } from '../../pages/admin-leads'
import { leadsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/leads/')({
  staticData: { openTo: ['admin'] },
  validateSearch: leadsSearch,
  component: LeadsRoute,
})
