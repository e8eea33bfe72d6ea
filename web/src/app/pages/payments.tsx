import { getRouteApi } from '@tanstack/react-router'

import { OwnGifts } from '@/features/commerce/gift/own-gifts'
import { PaymentsPage } from '@/features/commerce/order/payments-page'

const route = getRouteApi('/_signed-in/settings/payments')

export function PaymentsRoute() {
  const navigate = route.useNavigate()
  const { tab = 'payments' } = route.useSearch()
  return (
    <PaymentsPage
      tab={tab}
      gifts={<OwnGifts />}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
    />
  )
}
