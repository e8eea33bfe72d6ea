import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import type { ApplicationFilters } from './filters'
import { applicationKeys } from './keys'

export type Application = Schema<'Application'>
export type Status = Application['status']

export const applicationsQuery = (filters: ApplicationFilters) =>
  queryOptions({
    queryKey: applicationKeys.list(filters),
    queryFn: ({ signal }) => many(api.GET('/auth/role-applications', { params: { query: filters }, signal })),
    placeholderData: keepPreviousData,
  })

export const ownApplicationsQuery = () =>
  queryOptions({
    queryKey: applicationKeys.own(),
    queryFn: () => many(api.GET('/auth/role-applications/mine')),
  })

function useOnApplications<V>(mutationFn: (variables: V) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: applicationKeys.all }) })
}

export const useApply = () =>
  useOnApplications((body: Schema<'NewApplication'>) => one(api.POST('/auth/role-applications', { body })))

export type Verdict = 'approve' | 'reject'

export const useDecide = (verdict: Verdict) =>
  useOnApplications(({ id, note }: { id: string; note: string }) =>
    one(api.POST(`/auth/role-applications/{id}/${verdict}`, { params: { path: { id } }, body: { note } })),
  )
