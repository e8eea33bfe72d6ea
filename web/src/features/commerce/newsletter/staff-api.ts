import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, file, many, one, type Schema, tagged } from '@/api/client'
import { byCursor } from '@/shared/cursor-pages'
import { saveFile } from '@/shared/save-file'

import { newsletterKeys } from './keys'

export type Campaign = Schema<'Campaign'>
export type CampaignValues = Schema<'CampaignEdit'>
export type Subscriber = Schema<'Subscriber'>
export type NewsletterList = Schema<'NewsletterList'>
export type Delivery = Schema<'NewsletterDelivery'>

export type SubscriberFilters = {
  search?: string | undefined
  status?: Subscriber['status'] | undefined
  list_id?: string | undefined
}

const given = ({ search, status, list_id }: SubscriberFilters) => ({
  ...(search && { search }),
  ...(status && { status }),
  ...(list_id && { list_id }),
})

export const listsQuery = queryOptions({
  queryKey: newsletterKeys.lists,
  queryFn: () => one(api.GET('/newsletter/lists')),
})

export const subscribersQuery = (filters: SubscriberFilters) =>
  infiniteQueryOptions({
    queryKey: newsletterKeys.subscribers(given(filters)),
    queryFn: ({ pageParam: cursor }) =>
      many(
        api.GET('/newsletter/subscribers', {
          params: { query: { limit: 50, ...given(filters), ...(cursor && { cursor }) } },
        }),
      ),
    ...byCursor,
  })

export const campaignsQuery = infiniteQueryOptions({
  queryKey: newsletterKeys.campaigns,
  queryFn: ({ pageParam: cursor }) =>
    many(api.GET('/newsletter/campaigns', { params: { query: { limit: 20, ...(cursor && { cursor }) } } })),
  ...byCursor,
})

/** A campaign with its tag for If-Match. It is fetched again while it is being sent. */
export const campaignQuery = (id: string) =>
  queryOptions({
    queryKey: newsletterKeys.campaign(id),
    queryFn: () => tagged(api.GET('/newsletter/campaigns/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.value.status === 'sending' ? 5000 : false),
  })

/** A campaign as an email, in the version of the tag. */
export const previewQuery = (id: string, tag: string) =>
  queryOptions({
    queryKey: newsletterKeys.preview(id, tag),
    queryFn: () => one(api.GET('/newsletter/campaigns/{id}/preview', { params: { path: { id } } })),
  })

export const deliveriesQuery = (id: string, state: Delivery['state']) =>
  infiniteQueryOptions({
    queryKey: newsletterKeys.deliveries(id, state),
    queryFn: ({ pageParam: cursor }) =>
      many(
        api.GET('/newsletter/campaigns/{id}/deliveries', {
          params: { path: { id }, query: { limit: 50, state, ...(cursor && { cursor }) } },
        }),
      ),
    ...byCursor,
  })

/** A mutation after which all of the newsletter is fetched again, also when it was refused. */
function useOnNewsletter<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: newsletterKeys.all }) })
}

export const useWriteCampaign = () =>
  useOnNewsletter((body: CampaignValues) => one(api.POST('/newsletter/campaigns', { body })))

export const useSaveCampaign = (id: string) =>
  useOnNewsletter(({ tag, ...body }: CampaignValues & { tag: string }) =>
    one(api.PUT('/newsletter/campaigns/{id}', { params: { path: { id }, header: { 'If-Match': tag } }, body })),
  )

/** `at`: when it is sent; absent: now. */
export const useSchedule = (id: string) =>
  useOnNewsletter((at: string | undefined) =>
    one(api.POST('/newsletter/campaigns/{id}/schedule', { params: { path: { id } }, body: at ? { at } : {} })),
  )

export type Step = 'pause' | 'resume' | 'cancel'

export const useStep = (id: string) =>
  useOnNewsletter((step: Step) => {
    const params = { path: { id } }
    if (step === 'pause') return one(api.POST('/newsletter/campaigns/{id}/pause', { params }))
    if (step === 'resume') return one(api.POST('/newsletter/campaigns/{id}/resume', { params }))
    return one(api.POST('/newsletter/campaigns/{id}/cancel', { params }))
  })

export const useSendTest = (id: string) =>
  useMutation({ mutationFn: () => one(api.POST('/newsletter/campaigns/{id}/test', { params: { path: { id } } })) })

export function useDeleteCampaign(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.DELETE('/newsletter/campaigns/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      client.removeQueries({ queryKey: newsletterKeys.campaign(id) })
      void client.invalidateQueries({ queryKey: newsletterKeys.all, refetchType: 'none' })
    },
  })
}

export const useAddSubscribers = () =>
  useOnNewsletter((body: Schema<'SubscriberImport'>) => one(api.POST('/newsletter/subscribers', { body })))

export const useDeleteSubscriber = () =>
  useOnNewsletter((id: string) => one(api.DELETE('/newsletter/subscribers/{id}', { params: { path: { id } } })))

export type ListValues = Schema<'NewsletterListEdit'>

/** Adds a list, or changes one. */
export const useSaveList = (id: string | undefined) =>
  useOnNewsletter((body: ListValues) =>
    id
      ? one(api.PUT('/newsletter/lists/{id}', { params: { path: { id }, header: { 'If-Match': '*' } }, body }))
      : one(api.POST('/newsletter/lists', { body })),
  )

export const useExportSubscribers = (filters: SubscriberFilters) =>
  useMutation({
    mutationFn: () =>
      file(api.GET('/newsletter/subscribers/export', { params: { query: given(filters) }, parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'subscribers.csv'),
  })
