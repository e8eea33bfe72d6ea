import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { complaintKeys } from './keys'

export type Thread = Schema<'ComplaintThread'>
export type ComplaintFile = Schema<'ComplaintFile'>

/** A form that the server opens: it can be sent for 2 hours, once. */
export const formQuery = queryOptions({
  queryKey: complaintKeys.form,
  queryFn: () => one(api.GET('/complaints/form')),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

export const ownComplaintsQuery = (page: number) =>
  queryOptions({
    queryKey: complaintKeys.own(page),
    queryFn: () => many(api.GET('/complaints', { params: { query: { page } } })),
    placeholderData: keepPreviousData,
  })

/** A complaint as who complained sees it, by the key of its link. */
export const threadQuery = (token: string) =>
  queryOptions({
    queryKey: complaintKeys.thread(token),
    queryFn: () => one(api.GET('/complaints/track/{token}', { params: { path: { token } } })),
  })

export function useComplain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewComplaint'>) => one(api.POST('/complaints', { body })),
    onSuccess: () => {
      client.removeQueries({ queryKey: formQuery.queryKey })
      void client.invalidateQueries({ queryKey: complaintKeys.all, refetchType: 'none' })
    },
  })
}

/** A mutation that answers with the complaint as it is then. */
function useOnThread<V>(token: string, mutationFn: (variables: V) => Promise<Thread>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: (thread) => client.setQueryData(threadQuery(token).queryKey, thread),
  })
}

export const useReply = (token: string) =>
  useOnThread(token, (body: Schema<'PersonMessage'>) =>
    one(api.POST('/complaints/track/{token}/messages', { params: { path: { token } }, body })),
  )

export const useRate = (token: string) =>
  useOnThread(token, (body: Schema<'ComplaintRating'>) =>
    one(api.POST('/complaints/track/{token}/rating', { params: { path: { token } }, body })),
  )

/** Uploads a file for the next message of who complained. */
export const uploadFile = (token: string) => (content: File) =>
  one(
    api.POST('/complaints/track/{token}/files', {
      params: { path: { token }, query: { name: content.name } },
      headers: { 'Content-Type': 'application/octet-stream' },
      body: content.name,
      bodySerializer: () => content,
    }),
  )
