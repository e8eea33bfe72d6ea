import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'

import { api, one } from '@/api/client'

import { sharedKeys } from './keys'

/** The ways to pay online; none where courses are paid for by arrangement. */
export const paymentProvidersQuery = queryOptions({
  queryKey: sharedKeys.paymentProviders,
  queryFn: () => one(api.GET('/payments/providers')),
  staleTime: 5 * 60_000,
})

/** The ways to pay an amount, in the minor unit of its currency. */
export const offeredProvidersQuery = (currency: string, amount: number) =>
  queryOptions({
    queryKey: sharedKeys.offeredProviders(currency, amount),
    queryFn: () => one(api.GET('/payments/providers', { params: { query: { currency, amount } } })),
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  })

/** Whether courses can be paid for online; undefined until that is known. */
export function useSellsOnline(wanted: boolean) {
  const providers = useQuery({ ...paymentProvidersQuery, enabled: wanted })
  return providers.data && providers.data.length > 0
}
