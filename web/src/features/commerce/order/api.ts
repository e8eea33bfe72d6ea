import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, file, many, one, type Schema } from '@/api/client'
import { courseKeys } from '@/features/learning/course/keys'
import { saveFile } from '@/shared/save-file'

import { orderKeys } from './keys'

export type Order = Schema<'Order'>
export type Receipt = Schema<'Receipt'>

export const statuses = ['pending', 'paid', 'partially_refunded', 'refunded', 'cancelled', 'expired'] as const
export type OrderStatus = (typeof statuses)[number]

/** The user's orders, newest first: 8 a page, as the server has it. */
export const ownOrdersQuery = (page: number) =>
  queryOptions({
    queryKey: orderKeys.mine(page),
    queryFn: () => many(api.GET('/payments', { params: { query: { page } } })),
    placeholderData: keepPreviousData,
  })

/** The orders of a company with their documents, newest first. */
export const companyOrdersQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: orderKeys.ofCompany(id, page),
    queryFn: () => many(api.GET('/corporate/{id}/orders', { params: { path: { id }, query: { page } } })),
    placeholderData: keepPreviousData,
  })

/** Gives a company the seats of an order before it is paid. */
export function useApproveOrder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => one(api.POST('/payments/orders/{id}/approve', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  })
}

/** The user's receipts and credit notes, newest first: 10 a page. */
export const receiptsQuery = (page: number) =>
  queryOptions({
    queryKey: orderKeys.receipts(page),
    queryFn: () => many(api.GET('/receipts', { params: { query: { page } } })),
    placeholderData: keepPreviousData,
  })

/** The documents of one order, for administrators and its buyer. */
export const documentsQuery = (orderId: string) =>
  queryOptions({
    queryKey: orderKeys.documents(orderId),
    queryFn: () => many(api.GET('/receipts', { params: { query: { order_id: orderId, limit: 100 } } })),
  })

export type PaymentPlan = Schema<'PaymentPlan'>
export type Due = Schema<'Due'>

/** What the user pays in instalments, newest first. */
export const plansQuery = queryOptions({
  queryKey: orderKeys.plans,
  queryFn: () => many(api.GET('/payments/plans', { params: { query: { limit: 100 } } })),
})

/** Gets the order by which an instalment is paid. */
export function useOrderDue() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => one(api.POST('/payments/dues/{id}/order', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  })
}

/** Ends a payment plan: nothing more is due. */
export function useCancelPlan(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.POST('/payments/plans/{id}/cancel', { params: { path: { id } } })),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: orderKeys.all }),
        client.invalidateQueries({ queryKey: courseKeys.all }),
      ]),
  })
}

/** What narrows the list of all orders. */
export type OrderFilters = { [K in 'search' | 'from' | 'to']?: string | undefined } & {
  status?: OrderStatus | undefined
}

const given = ({ status, search, from, to }: OrderFilters) => ({
  ...(status && { status }),
  ...(search && { search }),
  ...(from && { from }),
  ...(to && { to }),
})

/** Everybody's orders, for administrators. */
export const allOrdersQuery = (filters: OrderFilters, page: number) =>
  queryOptions({
    queryKey: orderKeys.everybodys(filters, page),
    queryFn: () => many(api.GET('/payments/admin', { params: { query: { page, ...given(filters) } } })),
    placeholderData: keepPreviousData,
  })

/** Downloads the orders as a spreadsheet, with the filters of the list. */
export const useExportOrders = (filters: OrderFilters) =>
  useMutation({
    mutationFn: () => file(api.GET('/payments/admin/export', { params: { query: given(filters) }, parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'orders.csv'),
  })

export type HeldPayment = Schema<'HeldPayment'>
export type Dispute = Schema<'Dispute'>

/** Payments that don't match their order and wait for a decision. */
export const heldQuery = queryOptions({
  queryKey: orderKeys.held,
  queryFn: () => many(api.GET('/payments/held', { params: { query: { limit: 100 } } })),
})

/** Lets a held payment pay an order. */
export function useSettleHeld(heldId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'HeldSettlement'>) =>
      one(api.POST('/payments/held/{heldId}/settle', { params: { path: { heldId } }, body })),
    onSettled: () => void client.invalidateQueries({ queryKey: orderKeys.all }), // its dialog goes with the new list
  })
}

/** Sends a held payment back. */
export function useReturnHeld(heldId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.POST('/payments/held/{heldId}/return', { params: { path: { heldId } } })),
    onSettled: () => void client.invalidateQueries({ queryKey: orderKeys.all }), // its dialog goes with the new list
  })
}

/** Payments that buyers have disputed at their banks, newest first. */
export const disputesQuery = queryOptions({
  queryKey: orderKeys.disputes,
  queryFn: () => many(api.GET('/payments/disputes', { params: { query: { limit: 100 } } })),
})

export type FailedRefund = Schema<'FailedRefund'>

/** Refunds that failed and wait for a decision, newest first. */
export const failedRefundsQuery = queryOptions({
  queryKey: orderKeys.failedRefunds,
  queryFn: () => many(api.GET('/payments/refunds/failed', { params: { query: { limit: 100 } } })),
})

/** Sends the money of a failed refund again, or records what was done instead. */
export function useResolveRefund(refundId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'RefundResolution'>) =>
      one(api.POST('/payments/refunds/{refundId}/resolve', { params: { path: { refundId } }, body })),
    onSettled: () => void client.invalidateQueries({ queryKey: orderKeys.all }), // its dialog goes with the new list
  })
}

/** Downloads the evidence of a dispute. */
export const useEvidence = ({ order_number }: Dispute) =>
  useMutation({
    mutationFn: (disputeId: string) =>
      file(api.GET('/payments/disputes/{disputeId}/evidence', { params: { path: { disputeId } }, parseAs: 'blob' })),
    onSuccess: (pdf) => saveFile(pdf, `evidence-${order_number.toLowerCase()}.pdf`),
  })

export type Transfer = Schema<'Transfer'>

/** Bank transfers that wait for a decision, the oldest first. */
export const transfersQuery = queryOptions({
  queryKey: orderKeys.transfers,
  queryFn: () => many(api.GET('/payments/transfers', { params: { query: { limit: 100 } } })),
})

/** Approves what has arrived, or rejects the proof with a reason. */
export function useDecideTransfer(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'Approval'> | Schema<'Rejection'>) => {
      const params = { path: { id } }
      return 'amount' in body
        ? one(api.POST('/payments/attempts/{id}/approve', { params, body }))
        : one(api.POST('/payments/attempts/{id}/reject', { params, body }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  })
}

/** The series of numbers of documents, with the proof that none is missing. */
export const seriesQuery = queryOptions({
  queryKey: orderKeys.series,
  queryFn: () => one(api.GET('/receipts/series')),
})

export function useRefund(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewRefund'>) =>
      one(api.POST('/payments/orders/{id}/refunds', { params: { path: { id } }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  })
}

export type CurrencyStats = Schema<'CurrencyStats'>

/** By what payments can be added up. */
export const groupings = ['month', 'day', 'course', 'provider', 'coupon'] as const
export type Grouping = (typeof groupings)[number]

/** Which payments are added up, and by what: by month unless another is chosen. */
export type StatsFilters = { [K in 'from' | 'to']?: string | undefined } & { by?: Grouping | undefined }

const period = ({ from, to, by }: StatsFilters) => ({ ...(from && { from }), ...(to && { to }), ...(by && { by }) })

/** The figures of payments, for administrators. */
export const statsQuery = (filters: StatsFilters) =>
  queryOptions({
    queryKey: orderKeys.stats(filters),
    queryFn: () => one(api.GET('/payments/admin/stats', { params: { query: period(filters) } })),
    placeholderData: keepPreviousData,
  })

/** Downloads these figures as a spreadsheet. */
export const useExportStats = (filters: StatsFilters) =>
  useMutation({
    mutationFn: () =>
      file(api.GET('/payments/admin/stats/export', { params: { query: period(filters) }, parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'payments.csv'),
  })

export type LearnerPlan = Schema<'LearnerPlan'>

export const planStatuses = ['active', 'past_due', 'cancelled', 'ended'] as const

/** What narrows the list of all payment plans. */
export type PlanFilters = { search?: string | undefined; status?: (typeof planStatuses)[number] | undefined }

/** The payment plans of all learners, for administrators. */
export const allPlansQuery = ({ search, status }: PlanFilters, page: number) =>
  queryOptions({
    queryKey: orderKeys.everybodysPlans({ search, status }, page),
    queryFn: () =>
      many(
        api.GET('/payments/admin/plans', {
          params: { query: { page, ...(status && { status }), ...(search && { search }) } },
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** One of them with its orders. */
export const planQuery = (planId: string) =>
  queryOptions({
    queryKey: orderKeys.onePlan(planId),
    queryFn: () => one(api.GET('/payments/admin/plans/{planId}', { params: { path: { planId } } })),
  })

/** Stops asking for what is due of a payment plan. */
export function useWriteOff(planId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'WriteOff'>) =>
      one(api.POST('/payments/admin/plans/{planId}/write-off', { params: { path: { planId } }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: orderKeys.all }),
  })
}
