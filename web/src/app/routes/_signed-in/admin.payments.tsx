import { createFileRoute } from '@tanstack/react-router'

import { PaymentsStatsRoute } from '../../pages/admin-orders'
import { paymentStatsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/payments')({
  staticData: { openTo: ['admin'] },
  validateSearch: paymentStatsSearch,
  component: PaymentsStatsRoute,
})
