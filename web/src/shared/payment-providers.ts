import { queryOptions } from '@tanstack/react-query'

import { api, one } from '@/api/client'

/** The ways to pay online; none where courses are paid for by arrangement. */
export const paymentProvidersQuery = queryOptions({
  queryKey: ['payment-providers'],
  queryFn: () => one(api.GET('/payments/providers')),
  staleTime: 5 * 60_000,
})
