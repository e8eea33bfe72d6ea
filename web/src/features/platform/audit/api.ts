import { infiniteQueryOptions, keepPreviousData, useMutation } from '@tanstack/react-query'

import { api, file, many, type Schema } from '@/api/client'
import { byCursor, itemsAndPagination } from '@/shared/cursor-pages'
import { saveFile } from '@/shared/save-file'

import type { AuditFilters } from './filters'
import { auditKeys } from './keys'

export type Entry = Schema<'AuditRow'>

export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: auditKeys.list(filters),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/audit-log', {
          params: { query: { ...filters, limit: 50, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
    select: itemsAndPagination,
    placeholderData: keepPreviousData,
  })

/** Downloads the log as a spreadsheet, with the filters of the list. */
export function useExport(filters: AuditFilters) {
  return useMutation({
    mutationFn: () => file(api.GET('/audit-log/export', { params: { query: filters }, parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'audit-log.csv'),
  })
}
