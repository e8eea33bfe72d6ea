import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema, tagged } from '@/api/client'
import { byCursor } from '@/shared/cursor-pages'

import { complaintKeys } from './keys'

export type Complaint = Schema<'Complaint'>
export type ComplaintDetail = Schema<'ComplaintDetail'>

/** What narrows the inbox. */
export type ComplaintFilters = {
  search?: string | undefined
  status?: Complaint['status'] | undefined
  category?: Complaint['category'] | undefined
  assigned_to?: string | undefined
  late?: true | undefined
}

const given = ({ search, status, category, assigned_to, late }: ComplaintFilters) => ({
  ...(search && { search }),
  ...(status && { status }),
  ...(category && { category }),
  ...(assigned_to && { assigned_to }),
  ...(late && { breached: true }),
})

export const complaintsQuery = (filters: ComplaintFilters) =>
  infiniteQueryOptions({
    queryKey: complaintKeys.list(given(filters)),
    queryFn: ({ pageParam: cursor }) =>
      many(
        api.GET('/complaints/admin', {
          params: { query: { limit: 20, ...given(filters), ...(cursor && { cursor }) } },
        }),
      ),
    ...byCursor,
  })

/** A complaint with its tag for If-Match. */
export const complaintQuery = (id: string) =>
  queryOptions({
    queryKey: complaintKeys.one(id),
    queryFn: () => tagged(api.GET('/complaints/{id}', { params: { path: { id } } })),
  })

export const statsQuery = queryOptions({
  queryKey: complaintKeys.stats,
  queryFn: () => one(api.GET('/complaints/stats')),
})

/** To whom complaints can be given. */
export const administratorsQuery = queryOptions({
  queryKey: complaintKeys.administrators,
  queryFn: () => many(api.GET('/users', { params: { query: { role: 'admin', limit: 100 } } })),
})

/** A mutation after which complaints are fetched again, also when it was refused. */
function useOnComplaints<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: complaintKeys.all }) })
}

export type ComplaintValues = Pick<Complaint, 'status' | 'priority'> & { assigned_to: string }

export const useSaveComplaint = (id: string) =>
  useOnComplaints(({ tag, ...body }: ComplaintValues & { tag: string }) =>
    one(api.PATCH('/complaints/{id}', { params: { path: { id }, header: { 'If-Match': tag } }, body })),
  )

export const useAnswer = (id: string) =>
  useOnComplaints((body: Schema<'StaffMessage'>) =>
    one(api.POST('/complaints/{id}/messages', { params: { path: { id } }, body })),
  )

export function useDeleteComplaint(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.DELETE('/complaints/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      client.removeQueries({ queryKey: complaintKeys.one(id) })
      void client.invalidateQueries({ queryKey: complaintKeys.all, refetchType: 'none' })
    },
  })
}

/** Uploads a file for the next answer. */
export const uploadStaffFile = (id: string) => (content: File) =>
  one(
    api.POST('/complaints/{id}/files', {
      params: { path: { id }, query: { name: content.name } },
      headers: { 'Content-Type': 'application/octet-stream' },
      body: content.name,
      bodySerializer: () => content,
    }),
  )
