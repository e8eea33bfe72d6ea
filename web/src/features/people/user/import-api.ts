import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, file, many, one, type Schema } from '@/api/client'
import { useReauthentication } from '@/shared/reauthentication'
import { saveFile } from '@/shared/save-file'

import { importKeys } from './keys'

export type UserImport = Schema<'UserImport'>
export type UserImportDetail = Schema<'UserImportDetail'>
export type MissingRole = 'student' | 'instructor' | 'corporate'

export type SheetImport = {
  sheet: File
  /** Existing accounts are changed to what the spreadsheet says. */
  update: boolean
  /** Users with this role alone who are not in the spreadsheet are deactivated. */
  missing: MissingRole | undefined
  /** As many as were confirmed. */
  deactivated?: number
}

/** The bytes are sent unchanged: the server determines whether they are text, and in which encoding. */
const startImport = ({ sheet, update, missing, deactivated }: SheetImport, dryRun: boolean) =>
  one(
    api.POST('/users/imports', {
      params: {
        query: {
          dry_run: dryRun,
          existing: update ? 'update' : 'keep',
          ...(missing ? { missing: 'deactivate', missing_role: missing } : { missing: 'keep' }),
          ...(deactivated !== undefined && { deactivated }),
        },
      },
      headers: { 'Content-Type': 'text/csv' },
      body: '',
      bodySerializer: () => sheet,
    }),
  )

function useOnImports<V, T>(mutationFn: (variables: V) => Promise<T>) {
  const client = useQueryClient()
  const reauthenticated = useReauthentication()
  return useMutation({
    mutationFn: (variables: V) => reauthenticated(() => mutationFn(variables)),
    onSuccess: () => void client.invalidateQueries({ queryKey: importKeys.all }),
  })
}

/** Starts a dry run, which finds out what importing a spreadsheet would do. */
export const useImportPreview = () => useOnImports((sheet: SheetImport) => startImport(sheet, true))

export const useImport = () => useOnImports((sheet: SheetImport) => startImport(sheet, false))

const byId = (id: string) => ({ params: { path: { id } } })

export const useCancelImport = (id: string) => useOnImports(() => one(api.POST('/users/imports/{id}/cancel', byId(id))))

const whileRunning = 1000 // milliseconds between looks at a running import

/** How far an import is, and once it is over what it has changed. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: importKeys.one(id),
    queryFn: ({ signal }) => one(api.GET('/users/imports/{id}', { ...byId(id), signal })),
    refetchInterval: ({ state }) => (state.data?.state ?? 'running') === 'running' && whileRunning,
  })

/** Imports of the last 30 days, the newest first. */
export const importsQuery = (page: number) =>
  queryOptions({
    queryKey: importKeys.list(page),
    queryFn: ({ signal }) => many(api.GET('/users/imports', { params: { query: { page, limit: 10 } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.items.some((i) => i.state === 'running') && whileRunning,
  })

/** Downloads the rows that an import has refused, and why. */
export const useRefusedRows = (id: string) =>
  useMutation({
    mutationFn: () => file(api.GET('/users/imports/{id}/refused', { ...byId(id), parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'refused-rows.csv'),
  })
