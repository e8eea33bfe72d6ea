import { getRouteApi } from '@tanstack/react-router'

import { OrdersPage } from '@/features/commerce/order/orders-page'

const route = getRouteApi('/_signed-in/admin/orders')

export function OrdersRoute() {
  const navigate = route.useNavigate()
  const { status } = route.useSearch()
  return <OrdersPage status={status} onStatus={(next) => void navigate({ search: { status: next }, replace: true })} />
}
