import { getRouteApi } from '@tanstack/react-router'

import { OrdersPage } from '@/features/commerce/order/orders-page'
import { StatsPage } from '@/features/commerce/order/stats-page'

const route = getRouteApi('/_signed-in/admin/orders')

export function OrdersRoute() {
  const navigate = route.useNavigate()
  const filters = route.useSearch()
  return <OrdersPage filters={filters} onFilters={(search) => void navigate({ search, replace: true })} />
}

const payments = getRouteApi('/_signed-in/admin/payments')

export function PaymentsStatsRoute() {
  const navigate = payments.useNavigate()
  const filters = payments.useSearch()
  return <StatsPage filters={filters} onFilters={(search) => void navigate({ search, replace: true })} />
}
