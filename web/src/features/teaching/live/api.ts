import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema, tagged } from '@/api/client'
import { batchKeys } from '@/features/teaching/batch/keys'

import { liveKeys, type RoomOwner } from './keys'

export type LiveSession = Schema<'LiveSession'>
export type AttendanceRow = Schema<'AttendanceRow'>
export type OpenDispute = Schema<'OpenDispute'>
export type Room = Schema<'Room'>
export type NewMark = Schema<'NewMark'>
export type MeetingServer = Schema<'MeetingServer'>
export type MeetingState = Schema<'SessionMeeting'>['state']

const at = (id: string) => ({ params: { path: { id } } })

/** While a session is near, so that a room which is set up late appears by itself. */
const refreshEvery = 30_000

/** A session as its members and instructors see it, with how far this device's clock is behind the server's, in milliseconds. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: liveKeys.session(id),
    queryFn: async () => {
      const session = await one(api.GET('/sessions/{id}', at(id)))
      return { ...session, behind: Date.parse(session.now) - Date.now() }
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' || data?.state === 'upcoming') && refreshEvery,
  })

/** Gets a link into the room, which works once. */
export const useJoin = (id: string) => useMutation({ mutationFn: () => one(api.POST('/sessions/{id}/join', at(id))) })

/** Starts the session, which opens it to learners, and gets a link into the room, which works once. */
export function useStart(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.POST('/sessions/{id}/start', at(id))),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.session(id) }),
  })
}

/** Says that the user is in the built-in room, again and again, and returns who is. */
export const presenceQuery = (id: string) =>
  queryOptions({
    queryKey: liveKeys.presence(id),
    queryFn: () => one(api.POST('/sessions/{id}/presence', at(id))),
    refetchInterval: refreshEvery,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export const useLeave = (id: string) =>
  useMutation({ mutationFn: () => one(api.DELETE('/sessions/{id}/presence', { ...at(id), keepalive: true })) })

/** Who attended a session, with the entity tag that a change must send. */
export const attendanceQuery = (id: string) =>
  queryOptions({
    queryKey: liveKeys.attendance(id),
    queryFn: () => tagged(api.GET('/sessions/{id}/attendance', at(id))),
    staleTime: 0,
  })

/** Corrects the attendance of learners; the table is refetched whatever the answer. */
export function useMark(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ tag, marks }: { tag: string; marks: NewMark[] }) =>
      one(
        api.PUT('/sessions/{id}/attendance', {
          params: { path: { id }, header: { 'If-Match': tag } },
          body: { marks },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.attendance(id) }),
  })
}

/** The disputes of a batch that are to be answered. */
export const disputesQuery = (batchId: string, page: number) =>
  queryOptions({
    queryKey: liveKeys.disputes(batchId, page),
    queryFn: () =>
      many(api.GET('/batches/{id}/attendance/disputes', { params: { path: { id: batchId }, query: { page } } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Says that the user's attendance of a session is wrong. */
export function useDispute(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) => one(api.POST('/sessions/{id}/attendance/dispute', { ...at(id), body: { reason } })),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.session(id) }),
  })
}

/** Answers what a learner says against their attendance. */
export function useAnswerDispute(id: string, userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'DisputeAnswer'>) =>
      one(api.POST('/sessions/{id}/attendance/disputes/{userId}', { params: { path: { id, userId } }, body })),
    // Nothing waits for these: the row of the dispute, in which its dialog stands, goes with the new list.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: liveKeys.all }) // the grid of the batch, too
      void client.invalidateQueries({ queryKey: batchKeys.all }) // which count those that are open
    },
  })
}

/** The room of a batch, or of a session, with its entity tag. */
export const roomQuery = (of: RoomOwner) =>
  queryOptions({
    queryKey: liveKeys.room(of),
    queryFn: () =>
      tagged(
        'batch' in of ? api.GET('/batches/{id}/room', at(of.batch)) : api.GET('/sessions/{id}/room', at(of.session)),
      ),
    staleTime: 0,
  })

/** The meeting servers of the school, on which rooms can be. */
export const meetingServersQuery = () =>
  queryOptions({ queryKey: liveKeys.servers, queryFn: () => one(api.GET('/meeting-servers')), staleTime: 60_000 })

/** Fails with what is wrong unless sessions can meet on a server. */
export const serverStatusQuery = (name: MeetingServer['name']) =>
  queryOptions({
    queryKey: liveKeys.serverStatus(name),
    queryFn: () => one(api.GET('/meeting-servers/{name}/status', { params: { path: { name } } })),
    staleTime: 0,
    retry: false,
  })

/** Sets a room; sessions are refetched, as it may be theirs. */
export function useSetRoom(of: RoomOwner) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ tag, ...body }: Schema<'NewRoom'> & { tag: string }) => {
      const header = { 'If-Match': tag }
      return one(
        'batch' in of
          ? api.PUT('/batches/{id}/room', { params: { path: { id: of.batch }, header }, body })
          : api.PUT('/sessions/{id}/room', { params: { path: { id: of.session }, header }, body }),
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.all }),
  })
}

/** Tries again to make the meeting of a session at Zoom. */
export function useRetryMeeting(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => one(api.POST('/sessions/{id}/meeting/retry', at(id))),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.all }),
  })
}
