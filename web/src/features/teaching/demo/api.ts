import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { demoKeys } from './keys'

export type FreeSlot = Schema<'FreeSlot'>
export type DemoHold = Schema<'DemoHold'>
export type DemoBooking = Schema<'DemoBooking'>

/** How many free slots each day of a month has, from a day on (YYYY-MM-DD). */
export const daysQuery = (startDate: string, days: number, timezone: string) =>
  queryOptions({
    queryKey: demoKeys.days(startDate, timezone),
    queryFn: () => one(api.GET('/demo-booking/available-slots', { params: { query: { startDate, days, timezone } } })),
  })

/** The free slots of a day. The server opens a form for the first; its own hold is free to it. */
export const slotsQuery = (date: string, timezone: string, holdId: string) =>
  queryOptions({
    queryKey: demoKeys.slots(date, timezone, holdId),
    queryFn: () =>
      one(
        api.GET('/demo-booking/available-slots', { params: { query: { date, timezone, ...(holdId && { holdId }) } } }),
      ),
  })

/**
 * A mutation after which demo classes and free slots are fetched again, also when it was refused. It does not wait for them: a filter may
 * take away the row that says what has happened.
 */
export function useOnDemos<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  const refetch = () => void client.invalidateQueries({ queryKey: demoKeys.all })
  return useMutation({ mutationFn, onError: refetch, onSuccess: refetch })
}

export const useHold = () =>
  useOnDemos((body: { holdId: string; timeSlot: string }) => one(api.POST('/demo-booking/hold', { body })))

export const useBook = () => useOnDemos((body: Schema<'NewDemoBooking'>) => one(api.POST('/demo-booking', { body })))

/** A page of the demo classes that the user has booked, the latest first. */
export const ownQuery = (userId: string, page: number) =>
  queryOptions({
    queryKey: demoKeys.list(userId, { own: true, page }),
    queryFn: () => many(api.GET('/demo-booking', { params: { query: { userId, page, include_instructor: true } } })),
  })

type Update = Omit<Schema<'BookingUpdate'>, 'bookingId'> & { action: 'cancel' | 'reschedule' | 'complete' | 'no-show' }

/** Cancels, moves or completes a demo class, or says that it was missed. */
export const useUpdate = (bookingId: string) =>
  useOnDemos(({ action, ...body }: Update) =>
    one(api.PUT('/demo-booking', { params: { query: { action } }, body: { bookingId, ...body } })),
  )

/** The booking of a link that an email had. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: demoKeys.link(token),
    queryFn: () => one(api.GET('/demo-booking/manage/{token}', { params: { path: { token } } })),
    retry: false,
  })

export const useLinkAction = (token: string) =>
  useOnDemos((body: Schema<'LinkAction'>) =>
    one(api.POST('/demo-booking/manage/{token}', { params: { path: { token } }, body })),
  )

/** Gets the address of the room of a demo class, for who has its link. */
export const useJoinByLink = (token: string) =>
  useMutation({
    mutationFn: () => one(api.POST('/demo-booking/manage/{token}/join', { params: { path: { token } } })),
  })

/** Gets the address of the room of a demo class, for its learner, its instructor and administrators. */
export const useJoinDemo = (id: string) =>
  useMutation({ mutationFn: () => one(api.POST('/demo-booking/{id}/join', { params: { path: { id } } })) })
