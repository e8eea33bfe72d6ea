import { createFileRoute } from '@tanstack/react-router'

import { CheckoutRoute } from '../../pages/checkout'
import { checkoutSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/checkout')({
  staticData: { openTo: 'users' },
  validateSearch: checkoutSearch,
  component: CheckoutRoute,
})
