import { createFileRoute } from '@tanstack/react-router'

import { PaymentsRoute } from '../../pages/payments'
import { paymentsSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/settings/payments')({
  staticData: { openTo: 'users' },
  validateSearch: paymentsSearch,
  component: PaymentsRoute,
})
