import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { orderKeys } from './keys'

export type OrderRefundRequests = Schema<'OrderRefundRequests'>
export type OpenRefundRequest = Schema<'OpenRefundRequest'>

/** Whether the user can ask for a refund of an order, until when, and what became of earlier requests. */
export const refundRequestsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.refundRequests(orderId),
    queryFn: () => one(api.GET('/payments/orders/{id}/refund-requests', { params: { path: { id: orderId } } })),
  })

/** Asks the school for a refund of an order. */
export function useAskForRefund(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewRefundRequest'>) =>
      one(api.POST('/payments/orders/{id}/refund-requests', { params: { path: { id: orderId } }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.refundRequests(orderId) }),
  })
}

export function useWithdrawRefundRequest(orderId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => one(api.POST('/payments/refund-requests/{id}/withdraw', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.refundRequests(orderId) }),
  })
}

/** The refund requests that wait for a decision, oldest first. */
export const openRefundRequestsQuery = queryOptions({
  queryKey: orderKeys.openRefundRequests,
  queryFn: () => many(api.GET('/payments/refund-requests', { params: { query: { limit: 100 } } })),
})

/** Approves a request, which begins the refund. */
export function useApproveRefund(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'RefundApproval'>) =>
      one(api.POST('/payments/refund-requests/{id}/approve', { params: { path: { id } }, body })),
    onSettled: () => void client.invalidateQueries({ queryKey: orderKeys.all }), // its dialog goes with the new list
  })
}

export function useRefuseRefund(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'RefundRefusal'>) =>
      one(api.POST('/payments/refund-requests/{id}/refuse', { params: { path: { id } }, body })),
    onSettled: () => void client.invalidateQueries({ queryKey: orderKeys.all }), // its dialog goes with the new list
  })
}
