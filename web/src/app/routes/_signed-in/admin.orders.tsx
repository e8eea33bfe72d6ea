import { createFileRoute } from '@tanstack/react-router'

import { OrdersRoute } from '../../pages/admin-orders'
import { ordersSearch } from '../../search'

export const Route = createFileRoute('/_signed-in/admin/orders')({
  staticData: { openTo: ['admin'] },
  validateSearch: ordersSearch,
  component: OrdersRoute,
})
