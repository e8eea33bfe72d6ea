import { getRouteApi } from '@tanstack/react-router'

import { OrdersPage } from '@/features/commerce/order/orders-page'

const route = getRouteApi('/_signed-in/admin/orders')

export function OrdersRoute() {
  const navigate = route.useNavigate()
  const filters = route.useSearch()
  return <OrdersPage filters={filters} onFilters={(search) => void navigate({ search, replace: true })} />
}
