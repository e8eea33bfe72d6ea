import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'
import { courseKeys } from '@/features/learning/course/keys'

import { giftKeys } from './keys'

export type Gift = Schema<'Gift'>
export type GiftPreview = Schema<'GiftPreview'>

/** The gifts that the user has bought. */
export const ownGiftsQuery = (page: number) =>
  queryOptions({
    queryKey: giftKeys.mine(page),
    queryFn: () => many(api.GET('/payments/gifts', { params: { query: { page, limit: 8 } } })),
    placeholderData: keepPreviousData,
  })

/** The gift of a link. */
export const giftPreviewQuery = (token: string) =>
  queryOptions({
    queryKey: giftKeys.preview(token),
    queryFn: () => one(api.GET('/payments/gifts/{token}', { params: { path: { token } } })),
    retry: false,
  })

export function useRedeemGift(token: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.POST('/payments/gifts/{token}/redeem', { params: { path: { token } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: courseKeys.all }),
  })
}

export const useReturnGift = (token: string) =>
  useMutation({ mutationFn: () => one(api.POST('/payments/gifts/{token}/return', { params: { path: { token } } })) })

export function useResendGift(giftId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'GiftAddress'>) =>
      one(api.POST('/payments/gifts/{giftId}/resend', { params: { path: { giftId } }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: giftKeys.all }),
  })
}
