import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import { calendarKeys } from './keys'
import type { Span } from './period'

export type Entry = Schema<'Entry'>
export type EmployeeMeeting = Schema<'EmployeeMeeting'>

/** The sessions within a time: of some instructors, in a classroom, or of the user's own calendar, with what is in all classrooms if that is wanted. */
export const sessionsQuery = ({ from, to }: Span, people: string[], room: string, withRooms: boolean) =>
  queryOptions({
    queryKey: calendarKeys.sessions(from.toISOString(), to.toISOString(), people, room, withRooms),
    queryFn: ({ signal }) => {
      const query = {
        from: from.toISOString(),
        to: to.toISOString(),
        ...(people.length > 0 && { instructor_ids: people }),
        ...(room && { room_id: room }),
        ...(withRooms && { with_rooms: true }),
      }
      return one(api.GET('/calendar', { params: { query }, signal }))
    },
    placeholderData: keepPreviousData,
  })

/** The instructors whose names begin with the search. */
export const instructorsQuery = (search: string) =>
  queryOptions({
    queryKey: calendarKeys.instructors(search),
    queryFn: ({ signal }) => one(api.GET('/courses/instructors', { params: { query: { search } }, signal })),
    placeholderData: keepPreviousData,
  })

/** How many meetings of a company's people are shown. */
export const mostEmployeeMeetings = 100

/** What the people of the companies that the user manages attend, by time. */
export const employeeMeetingsQuery = () =>
  queryOptions({
    queryKey: calendarKeys.employees,
    queryFn: () => one(api.GET('/all-employee-meetings', { params: { query: { limit: mostEmployeeMeetings } } })),
  })
