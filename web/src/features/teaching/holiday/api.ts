import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema, tagged } from '@/api/client'

import { holidayKeys } from './keys'

export type Holiday = Schema<'Holiday'>
export type HolidayImport = Schema<'HolidayImport'>

/** The calendars of holidays, that of the school first. */
export const calendarsQuery = () =>
  queryOptions({ queryKey: holidayKeys.calendars(), queryFn: () => one(api.GET('/holidays')) })

/** The holidays of a calendar, with the tag that a change of them is based on. */
export const holidaysQuery = (calendar: string) =>
  queryOptions({
    queryKey: holidayKeys.one(calendar),
    queryFn: () => tagged(api.GET('/holidays/{calendar}', { params: { path: { calendar } } })),
  })

/** Replaces the holidays of a calendar. It has refetched them when it ends, also when it was refused. */
export function useSaveHolidays(calendar: string) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: holidayKeys.all })
  return useMutation({
    mutationFn: ({ holidays, tag }: { holidays: Holiday[]; tag: string }) =>
      one(
        api.PUT('/holidays/{calendar}', {
          params: { path: { calendar }, header: { 'If-Match': tag } },
          body: { holidays },
        }),
      ),
    onError: refetch,
    onSuccess: refetch,
  })
}

/** Adds the days of a calendar file, or says what it would add. */
export function useImportHolidays(calendar: string, dryRun: boolean) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (file: File) =>
      one(
        api.POST('/holidays/{calendar}/import', {
          params: { path: { calendar }, query: { dry_run: dryRun } },
          headers: { 'Content-Type': 'text/calendar' },
          body: '',
          bodySerializer: () => file,
        }),
      ),
    onSuccess: () => (dryRun ? undefined : client.invalidateQueries({ queryKey: holidayKeys.all })),
  })
}
