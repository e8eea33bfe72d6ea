import { createFileRoute } from '@tanstack/react-router'

import { SubscribersRoute } from '../../pages/admin-newsletter'
import { subscribersSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/newsletter/subscribers')({
  staticData: { openTo: ['admin'] },
  validateSearch: subscribersSearch,
  component: SubscribersRoute,
})
