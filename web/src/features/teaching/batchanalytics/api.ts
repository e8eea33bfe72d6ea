import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import { batchAnalyticsKeys } from './keys'

export type CapacityReport = Schema<'CapacityReport'>
export type BatchFill = Schema<'BatchFill'>
export type InstructorLoad = Schema<'InstructorLoad'>
export type Timeframe = Schema<'StatusDistribution'>['timeframe']

/** How full batches are: those that the user teaches, for administrators all. */
export const capacityQuery = () =>
  queryOptions({
    queryKey: batchAnalyticsKeys.capacity(),
    queryFn: ({ signal }) => one(api.GET('/batches/analytics/capacity', { signal })),
  })

/** How much instructors teach: the user, for administrators all. */
export const workloadQuery = () =>
  queryOptions({
    queryKey: batchAnalyticsKeys.workload(),
    queryFn: ({ signal }) => one(api.GET('/batches/analytics/instructor-workload', { signal })),
  })

/** How many batches have which status, for administrators. */
export const statusesQuery = (timeframe: Timeframe) =>
  queryOptions({
    queryKey: batchAnalyticsKeys.statuses(timeframe),
    queryFn: ({ signal }) =>
      one(api.GET('/batches/analytics/status-distribution', { params: { query: { timeframe } }, signal })),
    placeholderData: keepPreviousData,
  })
