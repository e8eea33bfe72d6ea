import { infiniteQueryOptions, keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'

import { api, file, one, type Schema } from '@/api/client'
import { allItems, byCursor } from '@/shared/cursor-pages'
import { saveFile } from '@/shared/save-file'

import { reportKeys } from './keys'

export type Dashboard = Schema<'Dashboard'>
export type Figure = Schema<'Figure'>
export type Metric = Schema<'Metric'>
export type TodayItem = Schema<'TodayItem'>
export type FigureRow = Schema<'FigureRow'>
export type DashboardRole = Dashboard['role']

export const dashboardQuery = (role: DashboardRole, company?: string) =>
  queryOptions({
    queryKey: reportKeys.dashboard(role, company),
    queryFn: () => one(api.GET('/dashboard/stats', { params: { query: { role, ...(company && { company }) } } })),
    staleTime: 20_000, // the server sums no more often
  })

/** What waits for the user, without figures. */
export const todayQuery = (role: DashboardRole) =>
  queryOptions({
    queryKey: reportKeys.today(role),
    queryFn: () => one(api.GET('/dashboard/today', { params: { query: { role } } })),
    staleTime: 20_000,
  })

export const metricsQuery = () =>
  queryOptions({
    queryKey: reportKeys.metrics,
    queryFn: () => one(api.GET('/dashboard/metrics')),
    staleTime: Number.POSITIVE_INFINITY,
  })

export type Step = 'day' | 'week' | 'month'
type Period = { metric: string; scope: string; from: string; to: string }

export const seriesQuery = (query: Period & { step: Step }) =>
  queryOptions({
    queryKey: reportKeys.series(query),
    queryFn: ({ signal }) =>
      one(api.GET('/dashboard/series', { params: { query: { ...query, compare: true } }, signal })),
    placeholderData: keepPreviousData,
  })

export const rowsQuery = (query: Period) =>
  infiniteQueryOptions({
    queryKey: reportKeys.rows(query),
    queryFn: async ({ pageParam, signal }) => {
      const page = await one(
        api.GET('/dashboard/rows', {
          params: { query: { ...query, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      )
      return { items: page.rows, next: page.nextCursor || undefined }
    },
    ...byCursor,
    select: allItems,
  })

/** Saves a series, or what a figure was made of, as a CSV file. */
export const useExport = () =>
  useMutation({
    mutationFn: (query: Period & { step?: Step; sheet: 'series' | 'rows' }) =>
      file(api.GET('/dashboard/export', { params: { query }, parseAs: 'blob' })),
    onSuccess: (csv, { metric }) => saveFile(csv, `${metric}.csv`),
  })
