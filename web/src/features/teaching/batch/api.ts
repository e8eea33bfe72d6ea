import { keepPreviousData, queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema, tagged } from '@/api/client'
import { isStale } from '@/shared/base-version'

import type { BatchFilters } from './filters'
import { batchKeys } from './keys'

export type Batch = Schema<'Batch'>
export type ClassSession = Schema<'Session'>
export type NewBatch = Schema<'NewBatch'>
export type BatchConversion = Schema<'BatchConversion'>
export type ConvertedBatch = Schema<'ConvertedBatch'>

/** Whose batches are listed: those of a course, of an instructor, or all that the user may see. */
export type BatchScope = { courseId: string } | { instructorId: string } | 'all'

const at = (id: string) => ({ params: { path: { id } } })

/** A page of batches. */
export function batchesQuery(scope: BatchScope, { type, sort = 'start_date', ...filters }: BatchFilters) {
  const query = { ...filters, sort_by: sort, limit: 24, ...(type && { batch_type: type }) }
  const key = batchKeys.list(JSON.stringify(scope), { ...filters, sort, ...(type && { type }) })
  return queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => {
      if (scope === 'all') return many(api.GET('/batches', { params: { query }, signal }))
      return 'courseId' in scope
        ? many(api.GET('/batches/course/{id}', { params: { path: { id: scope.courseId }, query }, signal }))
        : many(api.GET('/batches/instructor/{id}', { params: { path: { id: scope.instructorId }, query }, signal }))
    },
    placeholderData: keepPreviousData,
  })
}

/** The groups of a course that one can still join or that are under way, those first that suit the user best. */
export const openBatchesQuery = (courseId: string) =>
  queryOptions({
    queryKey: batchKeys.open(courseId),
    queryFn: async () => {
      const { items } = await many(
        api.GET('/batches/course/{id}', {
          params: { path: { id: courseId }, query: { batch_type: 'group', best: true, limit: 50 } },
        }),
      )
      return items.filter(({ status }) => status === 'Upcoming' || status === 'Active')
    },
  })

/** The next groups with free seats, for the home page. */
export const nextBatchesQuery = () =>
  queryOptions({
    queryKey: batchKeys.next(),
    queryFn: () =>
      many(
        api.GET('/batches', {
          params: { query: { status: 'Upcoming', batch_type: 'group', has_seats: true, limit: 4 } },
        }),
      ),
  })

/** A batch with its schedule, and its entity tag. */
export const batchQuery = (id: string) =>
  queryOptions({ queryKey: batchKeys.one(id), queryFn: () => tagged(api.GET('/batches/{id}', at(id))) })

/** The learners of a course whose names begin with the search. */
export const learnersQuery = (courseId: string, search: string) =>
  queryOptions({
    queryKey: batchKeys.learners(courseId, search),
    queryFn: async ({ signal }) => {
      const query = { limit: 20, enrollment: 'active' as const, ...(search && { search }) }
      const path = { id: courseId }
      const { items } = await many(
        api.GET('/student-analytics/courses/{id}/students', { params: { path, query }, signal }),
      )
      return items
    },
    placeholderData: keepPreviousData,
  })

/** A mutation that refetches batches, also when it met a newer version. */
export function useOnBatches<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: batchKeys.all })
  // Not awaited: what is refetched may remove the component that waits to hear of the success.
  return useMutation({
    mutationFn,
    onSuccess: () => void refetch(),
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}

export const useCreateBatch = (courseId: string) =>
  useOnBatches((body: NewBatch) =>
    one(api.POST('/batches/courses/{courseId}/batches', { params: { path: { courseId } }, body })),
  )

/** Says in the query of a change that no emails are sent about it. */
export const quietly = (emails: boolean) => (emails ? {} : { notify: 'false' as const })

export const useSaveBatch = (id: string, emails: boolean) =>
  useOnBatches(({ tag, ...body }: Schema<'BatchDetails'> & { tag: string }) =>
    one(
      api.PUT('/batches/{id}', {
        params: { path: { id }, header: { 'If-Match': tag }, query: quietly(emails) },
        body,
      }),
    ),
  )

export const useBatchStatus = (id: string) =>
  useOnBatches(({ emails = true, ...body }: Schema<'StatusChange'> & { emails?: boolean }) =>
    one(api.PUT('/batches/{id}/status', { params: { path: { id }, query: quietly(emails) }, body })),
  )

export const useArchiveBatch = (id: string) =>
  useOnBatches((archive: boolean) => one(api.PATCH('/batches/{id}/archive', { ...at(id), body: { archive } })))

export type BatchCopy = Schema<'BatchCopy'>
export type CopiedBatch = Schema<'CopiedBatch'>

const copy = (id: string, body: BatchCopy, dryRun: boolean) =>
  one(api.POST('/batches/{id}/clone', { params: { path: { id }, query: { dry_run: dryRun } }, body }))

/** What a copy of a batch would be, whatever is in the way; idle until its first day is known. */
export const copyCheckQuery = (id: string, body: BatchCopy) =>
  queryOptions({
    queryKey: batchKeys.copy(id, JSON.stringify(body)),
    queryFn: body.start_date ? () => copy(id, { ...body, on_conflict: 'unassigned' }, true) : skipToken,
    staleTime: 0,
    retry: false,
  })

/** Copies a batch with its sessions to other days. */
export function useCopyBatch(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BatchCopy) => copy(id, body, false),
    onSuccess: () => client.invalidateQueries({ queryKey: batchKeys.all, refetchType: 'none' }),
  })
}

const convert = (id: string, body: BatchConversion, dryRun: boolean) =>
  one(api.POST('/batches/{id}/convert-to-individual', { params: { path: { id }, query: { dry_run: dryRun } }, body }))

/** What would become of the members of a group that is converted to individual batches. */
export const conversionCheckQuery = (id: string, body: BatchConversion) =>
  queryOptions({
    queryKey: batchKeys.conversion(id, JSON.stringify(body)),
    queryFn: () => convert(id, body, true),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

/** Gives each active member of a group an individual batch. */
export const useConvertBatch = (id: string) => useOnBatches((body: BatchConversion) => convert(id, body, false))

/** Deletes a batch. The list is refetched by the page that comes next: this one no longer exists. */
export function useDeleteBatch(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.DELETE('/batches/{id}', at(id))),
    onSuccess: () => client.removeQueries({ queryKey: batchKeys.all }),
  })
}

const courseQuery = (id: string) =>
  queryOptions({ queryKey: batchKeys.course(id), queryFn: () => one(api.GET('/courses/{id}', at(id))) })

/** Who teaches a course, for the choice of the instructor. */
export const instructorsQuery = (courseId: string) => ({
  ...courseQuery(courseId),
  select: ({ instructors }: Schema<'CourseDetail'>) => instructors,
})

/** The currency of a course's fee; empty for a free course. */
export const feeCurrencyQuery = (courseId: string) => ({
  ...courseQuery(courseId),
  select: ({ fee_currency: currency }: Schema<'CourseDetail'>) => currency,
})

/** The sessions of a schedule with what is in their way; idle while it is incomplete. */
export const checkQuery = (wanted: Schema<'WantedSchedule'> | undefined) =>
  queryOptions({
    queryKey: batchKeys.check(JSON.stringify(wanted)),
    queryFn: wanted ? () => one(api.POST('/batches/check-conflicts', { body: wanted })) : skipToken,
    placeholderData: keepPreviousData,
  })

/** The currencies in which the school offers its courses, the default first. */
export const currenciesQuery = () =>
  queryOptions({ queryKey: batchKeys.currencies(), queryFn: () => one(api.GET('/currencies')) })

/** The currencies in which individual teaching of a course can be paid, its own first; only that while it is not wanted. */
export function useCurrencies(courseId: string, wanted: boolean) {
  const own = useQuery(feeCurrencyQuery(courseId)).data
  const offered = useQuery({ ...currenciesQuery(), enabled: wanted }).data ?? []
  return [...new Set([...(own ? [own] : []), ...offered.map(({ code }) => code)])]
}

/** What sessions for one learner cost now; idle until they are known. */
export const sessionsQuoteQuery = (wanted: Schema<'SessionsRequest'> | undefined) =>
  queryOptions({
    queryKey: batchKeys.quote(JSON.stringify(wanted)),
    queryFn: wanted ? () => one(api.POST('/batches/individual/calculate-pricing', { body: wanted })) : skipToken,
    retry: false,
  })
