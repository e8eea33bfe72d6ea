import { getRouteApi } from '@tanstack/react-router'

import { TestPaymentPage } from '@/features/commerce/checkout/test-payment-page'

const route = getRouteApi('/pay/test/$paymentId')

export function TestPaymentRoute() {
  const { paymentId } = route.useParams()
  return <TestPaymentPage id={paymentId} leave={(address) => window.location.assign(address)} />
}
