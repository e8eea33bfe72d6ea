import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, errorDetails, one, type Schema, tagged } from '@/api/client'

import { availabilityKeys } from './keys'
import { type Hours, toSend } from './values'

export type Availability = Schema<'InstructorAvailability'>
export type TimeOff = Schema<'TimeOff'>

/** Of an instructor, or of the user with the id `me`. */
export const availabilityQuery = (id: string) =>
  queryOptions({
    queryKey: availabilityKeys.one(id),
    queryFn: () => tagged(api.GET('/instructors/{id}/availability', { params: { path: { id } } })),
  })

/** How many times visitors can book on each of 14 days. */
export const offeredQuery = (instructorId: string, startDate: string, timezone: string) =>
  queryOptions({
    queryKey: availabilityKeys.offered(instructorId, startDate, timezone),
    queryFn: async () => {
      const query = { startDate, days: 14, timezone, instructorId }
      return (await one(api.GET('/demo-booking/available-slots', { params: { query } }))).days ?? []
    },
  })

/** A mutation that has refetched the availability when it ends, also when it was refused. */
function useOnAvailability<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: availabilityKeys.all })
  return useMutation({ mutationFn, onError: refetch, onSuccess: refetch })
}

export const useSaveHours = (kept: Availability) =>
  useOnAvailability(({ tag, ...hours }: Hours & { tag: string }) =>
    one(
      api.PUT('/instructors/{id}/availability', {
        params: { path: { id: kept.instructor_id }, header: { 'If-Match': tag } },
        body: toSend(hours, kept),
      }),
    ),
  )

export const useTakeTimeOff = (id: string) =>
  useOnAvailability((body: Schema<'NewTimeOff'>) =>
    one(api.POST('/instructors/{id}/time-off', { params: { path: { id } }, body })),
  )

export const useReportSickDay = (id: string) =>
  useOnAvailability((body: Schema<'SickDay'>) =>
    one(api.POST('/instructors/{id}/sick-day', { params: { path: { id } }, body })),
  )

/** Says what a sick day would change, and changes nothing. */
export const useTrySickDay = (id: string) =>
  useMutation({
    mutationFn: () =>
      one(api.POST('/instructors/{id}/sick-day', { params: { path: { id }, query: { dry_run: true } }, body: {} })),
  })

/** Takes time off back, with what became of the things in its way. */
export const useUndoTimeOff = (id: string) =>
  useOnAvailability((timeOffId: string) =>
    one(api.POST('/instructors/{id}/time-off/{timeOffId}/undo', { params: { path: { id, timeOffId } } })),
  )

/** Does not wait for the list: the row that says what has happened leaves it. */
export function useDeleteTimeOff(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (timeOffId: string) =>
      one(api.DELETE('/instructors/{id}/time-off/{timeOffId}', { params: { path: { id, timeOffId } } })),
    onSettled: () => void client.invalidateQueries({ queryKey: availabilityKeys.all }),
  })
}

/** What is booked at the time that was to be taken off. */
export function bookedThen(error: unknown) {
  const details = errorDetails(error)
  return isBookedTimes(details) ? details.conflicts : []
}

const isBookedTimes = (details: ReturnType<typeof errorDetails>): details is Schema<'BookedTimes'> =>
  details !== undefined && 'conflicts' in details
