import { infiniteQueryOptions, keepPreviousData, useMutation } from '@tanstack/react-query'

import { api, file, many, type Schema } from '@/api/client'
import { byCursor, itemsAndPagination } from '@/shared/cursor-pages'
import { useReauthentication } from '@/shared/reauthentication'
import { saveFile } from '@/shared/save-file'

import type { SecurityFilters } from './filters'
import { securityKeys } from './keys'

export type SecurityEvent = Schema<'SecurityEvent'>

export const securityQuery = (filters: SecurityFilters) =>
  infiniteQueryOptions({
    queryKey: securityKeys.list(filters),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/security-log', {
          params: { query: { ...filters, limit: 50, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
    select: itemsAndPagination,
    placeholderData: keepPreviousData,
  })

/** Downloads the log as a spreadsheet, with the filters of the list. */
export function useExport(filters: SecurityFilters) {
  const reauthenticated = useReauthentication()
  return useMutation({
    mutationFn: () =>
      reauthenticated(() => file(api.GET('/security-log/export', { params: { query: filters }, parseAs: 'blob' }))),
    onSuccess: (sheet) => saveFile(sheet, 'security-log.csv'),
  })
}
