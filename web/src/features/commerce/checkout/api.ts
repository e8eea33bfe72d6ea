import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'
import { orderKeys } from '@/features/commerce/order/keys'
import { courseKeys } from '@/features/learning/course/keys'

import { checkoutKeys } from './keys'

export type Quote = Schema<'Quote'>
export type Order = Schema<'Order'>
export type Progress = Schema<'Progress'>
export type Cart = Schema<'Cart'>

/** What a cart costs now. */
export const cartQuoteQuery = (cart: Cart) =>
  queryOptions({
    queryKey: checkoutKeys.quote(cart),
    queryFn: () => one(api.POST('/payments/quote', { body: cart })),
    placeholderData: keepPreviousData,
    retry: false,
  })

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.one(id),
    queryFn: () => one(api.GET('/payments/orders/{id}', { params: { path: { id } } })),
  })

const syncEvery = 3000 // milliseconds

/** How far the payment of an order has come, as its provider says; asked again until it is decided. */
export const progressQuery = (id: string) =>
  queryOptions({
    queryKey: orderKeys.progress(id),
    queryFn: () => one(api.POST('/payments/orders/{id}/sync', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data && isUndecided(state.data) ? syncEvery : false),
  })

/** Whether a payment is under way. */
export const isUndecided = ({ attempts }: Progress) =>
  ['open', 'processing', 'creating'].includes(attempts[0]?.status ?? '')

/** Orders what the buyer has seen and begins to pay for it; returns the order, and where to pay unless it costs nothing. */
export function usePlaceOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ order, provider }: { order: Schema<'NewOrder'>; provider: string | undefined }) => {
      const placed = await one(api.POST('/payments/orders', { body: order }))
      return { placed, pay: placed.can.includes('pay') && provider ? await begin(placed.id, provider) : undefined }
    },
    onSettled: () => client.invalidateQueries({ queryKey: checkoutKeys.all }),
  })
}

const begin = async (id: string, provider: string) =>
  (await one(api.POST('/payments/orders/{id}/attempts', { params: { path: { id } }, body: { provider } }))).redirect_url

/** Pays an order that has been placed before. */
export const useBeginPayment = () =>
  useMutation({ mutationFn: ({ id, provider }: { id: string; provider: string }) => begin(id, provider) })

/** Gives up an order, and the payment that is under way for it. */
export function useCancelOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await one(api.DELETE('/payments/orders/{id}/attempts', { params: { path: { id } } }))
      return one(api.DELETE('/payments/orders/{id}', { params: { path: { id } } }))
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: orderKeys.all }),
        client.invalidateQueries({ queryKey: courseKeys.all }),
      ]),
  })
}

/** The bank transfer of an order. */
export const transferQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.transfer(orderId),
    queryFn: () => one(api.GET('/payments/orders/{id}/transfer', { params: { path: { id: orderId } } })),
  })

export function useSendProof(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, content }: { id: string; content: File }) =>
      one(
        api.PUT('/payments/attempts/{id}/proof', {
          params: { path: { id }, query: { name: content.name } },
          headers: { 'Content-Type': 'application/octet-stream' },
          body: content.name,
          bodySerializer: () => content,
        }),
      ),
    onSuccess: (transfer) => client.setQueryData(orderKeys.transfer(orderId), transfer),
  })
}

export const testPaymentQuery = (id: string) =>
  queryOptions({
    queryKey: checkoutKeys.testPayment(id),
    queryFn: () => one(api.GET('/payments/test/{paymentId}', { params: { path: { paymentId: id } } })),
  })

export function usePayWithTestCard(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (number: string) =>
      one(api.POST('/payments/test/{paymentId}/pay', { params: { path: { paymentId: id } }, body: { number } })),
    onSuccess: (checkout) => client.setQueryData(checkoutKeys.testPayment(id), checkout),
  })
}

export type TestPaymentDetail = Schema<'TestPaymentDetail'>
export type TestEvent = Schema<'TestEvent'>

/** A payment at the test provider, with its refunds and its dispute. */
export const testEventsQuery = (paymentId: string) =>
  queryOptions({
    queryKey: checkoutKeys.testEvents(paymentId),
    queryFn: () => one(api.GET('/payments/test/{paymentId}/simulation', { params: { path: { paymentId } } })),
  })

const deliveredWithin = 12_000 // milliseconds: the test provider takes up to 4 s for its message, and the job that hears it as long again

/** Lets something happen to a payment at the test provider. The order is read again until the message about it has arrived. */
export function useTestEvent(paymentId: string, orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: TestEvent) =>
      one(api.POST('/payments/test/{paymentId}/simulation', { params: { path: { paymentId } }, body })),
    onSuccess: (payment) => {
      client.setQueryData(checkoutKeys.testEvents(paymentId), payment)
      const again = setInterval(
        () => void client.invalidateQueries({ queryKey: orderKeys.progress(orderId) }),
        syncEvery,
      )
      setTimeout(() => clearInterval(again), deliveredWithin)
    },
  })
}
