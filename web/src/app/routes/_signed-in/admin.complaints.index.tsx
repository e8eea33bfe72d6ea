import { createFileRoute } from '@tanstack/react-router'

import { ComplaintsRoute } from '../../pages/admin-complaints'
import { complaintsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/complaints/')({
  staticData: { openTo: ['admin'] },
  validateSearch: complaintsSearch,
  component: ComplaintsRoute,
})
