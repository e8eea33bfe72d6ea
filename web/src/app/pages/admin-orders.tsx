import { getRouteApi } from '@tanstack/react-router'

import { OrdersPage } from '@/features/commerce/order/orders-page'
import { PlansPage } from '@/features/commerce/order/plans-page'
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

const plans = getRouteApi('/_signed-in/admin/instalments')

export function PlansRoute() {
  const navigate = plans.useNavigate()
  const filters = plans.useSearch()
  return <PlansPage filters={filters} onFilters={(search) => void navigate({ search, replace: true })} />
}
