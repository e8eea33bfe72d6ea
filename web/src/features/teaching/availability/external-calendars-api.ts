import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import { availabilityKeys } from './keys'

export type ExternalCalendar = Schema<'ExternalCalendar'>

/** Milliseconds, while a calendar has not been read, which a job does soon. */
const refreshEvery = 5_000

/** The calendars that the user keeps in other programs. */
export const externalCalendarsQuery = () =>
  queryOptions({
    queryKey: availabilityKeys.external(),
    queryFn: ({ signal }) => one(api.GET('/calendar/external', { signal })),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ read_at, failed_since }) => !read_at || failed_since) && refreshEvery,
  })

export const useAddCalendar = () =>
  useOnCalendars((body: Schema<'NewExternalCalendar'>) => one(api.POST('/calendar/external', { body })))

/** Has a calendar read before its hour has come. */
export const useReadAgain = () =>
  useOnCalendars((id: string) => one(api.POST('/calendar/external/{id}/refresh', { params: { path: { id } } })))

export const useRemoveCalendar = () =>
  useOnCalendars((id: string) => one(api.DELETE('/calendar/external/{id}', { params: { path: { id } } })))

/** A mutation after which the calendars are refetched, and what visitors can book. */
function useOnCalendars<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => void client.invalidateQueries({ queryKey: availabilityKeys.all }),
  })
}
