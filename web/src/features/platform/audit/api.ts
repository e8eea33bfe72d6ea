import { infiniteQueryOptions, keepPreviousData, useMutation } from '@tanstack/react-query'

import { api, file, many, type Schema } from '@/api/client'
import { saveFile } from '@/shared/save-file'

export type Entry = Schema<'AuditRow'>

/** What the log is narrowed to; it stands in the address. */
export type AuditFilters = {
  /** Id of who did it. */
  actor?: string
  /** Id of what it was done to. */
  target?: string
  /** An action, or its first word. */
  action?: string
  /** Days in UTC. */
  from?: string
  to?: string
}

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: ['audit', filters],
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/audit-log', {
          params: { query: { ...filters, limit: 50, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({ items: pages.flatMap(({ items }) => items), pagination: pages[0]?.pagination }),
    placeholderData: keepPreviousData,
  })

/** Saves the log as a sheet, narrowed as the list is. */
export function useExport(filters: AuditFilters) {
  return useMutation({
    mutationFn: () => file(api.GET('/audit-log/export', { params: { query: filters }, parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'audit-log.csv'),
  })
}
