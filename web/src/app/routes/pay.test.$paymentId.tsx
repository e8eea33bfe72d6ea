import { createFileRoute } from '@tanstack/react-router'

import { TestPaymentRoute } from '../pages/test-payment'

export const Route = createFileRoute('/pay/test/$paymentId')({
  staticData: { openTo: 'everyone' },
  component: TestPaymentRoute,
})
