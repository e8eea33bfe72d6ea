import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema, tagged } from '@/api/client'
import { isStale } from '@/shared/base-version'

import { couponKeys } from './keys'

export type Coupon = Schema<'Coupon'>
export type NewCoupon = Schema<'NewCoupon'>

export const couponsQuery = (page: number) =>
  queryOptions({
    queryKey: couponKeys.page(page),
    queryFn: () => many(api.GET('/payments/coupons', { params: { query: { page } } })),
    placeholderData: keepPreviousData,
  })

/** A coupon with its tag for If-Match. */
export const couponQuery = (couponId: string) =>
  queryOptions({
    queryKey: couponKeys.one(couponId),
    queryFn: () => tagged(api.GET('/payments/coupons/{couponId}', { params: { path: { couponId } } })),
  })

/** The orders for which a coupon was used. */
export const couponUsesQuery = (couponId: string, page: number) =>
  queryOptions({
    queryKey: couponKeys.uses(couponId, page),
    queryFn: () =>
      many(api.GET('/payments/coupons/{couponId}/uses', { params: { path: { couponId }, query: { page } } })),
    placeholderData: keepPreviousData,
  })

/** Courses of the catalogue by what was typed of their title. */
export const coursesByTitleQuery = (search: string) =>
  queryOptions({
    queryKey: couponKeys.courses(search),
    queryFn: ({ signal }) =>
      many(api.GET('/courses/get', { params: { query: { limit: 20, ...(search && { search }) } }, signal })),
    placeholderData: keepPreviousData,
  })

/** Adds a coupon, or changes one that was read with its tag. */
export function useSaveCoupon() {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: couponKeys.all })
  return useMutation({
    mutationFn: ({ body, edited }: { body: NewCoupon; edited?: { id: string; tag: string } | undefined }) =>
      edited
        ? one(
            api.PUT('/payments/coupons/{couponId}', {
              params: { path: { couponId: edited.id }, header: { 'If-Match': edited.tag } },
              body,
            }),
          )
        : one(api.POST('/payments/coupons', { body })),
    onSuccess: refetch,
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}

export function useDeactivateCoupon() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (couponId: string) =>
      one(api.DELETE('/payments/coupons/{couponId}', { params: { path: { couponId } } })),
    onSettled: () => client.invalidateQueries({ queryKey: couponKeys.all }),
  })
}
