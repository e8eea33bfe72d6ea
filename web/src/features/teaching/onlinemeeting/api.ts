import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, file, many, one, type Schema, tagged } from '@/api/client'
import { saveFile } from '@/shared/save-file'

import { meetingKeys } from './keys'

export type OnlineMeeting = Schema<'OnlineMeeting'>
export type MeetingDetails = Schema<'MeetingDetails'>
export type NewMeeting = Schema<'NewOnlineMeeting'>

const at = (id: string) => ({ params: { path: { id } } })

/** The meetings that the user holds or is invited to: those ahead, or those that are over. */
export const meetingsQuery = (past: boolean, page: number) =>
  queryOptions({
    queryKey: meetingKeys.list(past, page),
    queryFn: () => many(api.GET('/online-meetings/get', { params: { query: { past, page, limit: 20 } } })),
    placeholderData: keepPreviousData,
  })

const refreshEvery = 30_000

/** A meeting, with its entity tag and how far this device's clock is behind the server's, in milliseconds. */
export const meetingQuery = (id: string) =>
  queryOptions({
    queryKey: meetingKeys.one(id),
    queryFn: async () => {
      const { value, tag } = await tagged(api.GET('/online-meetings/get/{id}', at(id)))
      return { ...value, tag, behind: Date.parse(value.now) - Date.now() }
    },
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' || data?.state === 'upcoming') && refreshEvery,
  })

export type Attendee = Schema<'MeetingAttendee'>

/** The people of a page of an attendance. */
const peopleOnPage = 100

/** Who attended a meeting, with the entity tag that a correction must send. */
export const attendanceQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: meetingKeys.attendance(id, page),
    queryFn: () =>
      tagged(
        api.GET('/online-meetings/{id}/attendance', {
          params: { path: { id }, query: { page, limit: peopleOnPage } },
        }),
      ),
    staleTime: 0,
  })

/** Learners of the user's courses, for administrators of all, whose name or email begins as typed. */
export const learnersQuery = (search: string) =>
  queryOptions({
    queryKey: meetingKeys.learners(search),
    queryFn: () => one(api.GET('/announcements/students', { params: { query: { search, limit: 20 } } })),
    placeholderData: keepPreviousData,
  })

/** The courses that the user teaches. */
export const coursesQuery = () =>
  queryOptions({
    queryKey: meetingKeys.courses(),
    queryFn: async () => (await many(api.GET('/courses/get', { params: { query: { mine: true, limit: 100 } } }))).items,
  })

/** The meeting servers of the school. */
export const serversQuery = () =>
  queryOptions({ queryKey: meetingKeys.servers(), queryFn: () => one(api.GET('/meeting-servers')), staleTime: 60_000 })

function useOnMeetings<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: meetingKeys.all }) })
}

export const usePlan = () => useOnMeetings((body: NewMeeting) => one(api.POST('/online-meetings/create', { body })))

/** Changes a meeting over the version that the user has seen. */
export const useChange = (id: string, tag: string) =>
  useOnMeetings((body: NewMeeting) =>
    one(api.PUT('/online-meetings/update/{id}', { params: { path: { id }, header: { 'If-Match': tag } }, body })),
  )

/** Moves a meeting over the version that the user has seen. */
export const useMove = (id: string, tag: string) =>
  useOnMeetings((body: Schema<'MovedMeeting'>) =>
    one(api.PUT('/online-meetings/{id}/time', { params: { path: { id }, header: { 'If-Match': tag } }, body })),
  )

export const useCancel = (id: string) => useOnMeetings(() => one(api.DELETE('/online-meetings/delete/{id}', at(id))))

/** Tries again to make the meeting at Zoom. */
export const useRetryZoom = (id: string) =>
  useOnMeetings<void, unknown>(() => one(api.POST('/online-meetings/{id}/zoom-meeting/retry', at(id))))

/** Says that the user is in the built-in room, again and again, and returns who is. */
export const presenceQuery = (id: string) =>
  queryOptions({
    queryKey: meetingKeys.presence(id),
    queryFn: () => one(api.POST('/online-meetings/{id}/presence', at(id))),
    refetchInterval: refreshEvery,
    refetchIntervalInBackground: true,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

export const useLeave = (id: string) =>
  useMutation({ mutationFn: () => one(api.DELETE('/online-meetings/{id}/presence', { ...at(id), keepalive: true })) })

/** Gets a link into the meeting, which works once. */
export const useJoin = (id: string) =>
  useMutation({ mutationFn: () => one(api.POST('/online-meetings/{id}/join', at(id))) })

/** Corrects the attendance of people in a meeting over what the user has seen. */
export const useMark = (id: string, tag: string) =>
  useOnMeetings((mark: Schema<'NewMeetingMark'>) =>
    one(
      api.PUT('/online-meetings/{id}/attendance', {
        params: { path: { id }, header: { 'If-Match': tag } },
        body: { marks: [mark] },
      }),
    ),
  )

export const useExportAttendance = (id: string) =>
  useMutation({
    mutationFn: () => file(api.GET('/online-meetings/{id}/attendance/export', { ...at(id), parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'attendance.csv'),
  })

/** Imports the list of participants of a meeting, or says what would happen. */
export function useImportAttendance(id: string, dryRun: boolean) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (list: File) =>
      one(
        api.POST('/online-meetings/{id}/attendance/import', {
          params: { path: { id }, query: { dry_run: dryRun } },
          headers: { 'Content-Type': 'text/csv' },
          body: '',
          bodySerializer: () => list,
        }),
      ),
    onSuccess: () => (dryRun ? undefined : client.invalidateQueries({ queryKey: meetingKeys.all })),
  })
}

/** The people of imported lists of a meeting of whom it is not known who they are. */
export const unmatchedQuery = (id: string) =>
  queryOptions({
    queryKey: meetingKeys.unmatched(id),
    queryFn: () => one(api.GET('/online-meetings/{id}/attendance/unmatched', at(id))),
    staleTime: 0,
  })

/** All who were expected in a meeting or came. */
export const expectedQuery = (id: string) =>
  queryOptions({
    queryKey: meetingKeys.expected(id),
    queryFn: async ({ signal }) => {
      const all: Attendee[] = []
      for (let page = 1; ; page++) {
        const query = { page, limit: peopleOnPage }
        const { people, has_more } = await one(
          api.GET('/online-meetings/{id}/attendance', { params: { path: { id }, query }, signal }),
        )
        all.push(...people)
        if (!has_more) return all
      }
    },
  })

/** Says who a person of an imported list is. */
export const useAssign = (id: string) =>
  useOnMeetings((body: Schema<'NewAssignment'>) =>
    one(api.POST('/online-meetings/{id}/attendance/assign', { ...at(id), body })),
  )

/** The disputes that are to be answered of the meetings that the user may change. */
export const disputesQuery = (page: number) =>
  queryOptions({
    queryKey: meetingKeys.disputes(page),
    queryFn: () => many(api.GET('/online-meetings/disputes', { params: { query: { page } } })),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Says that the user's attendance of a meeting is wrong. */
export const useDispute = (id: string) =>
  useOnMeetings((reason: string) =>
    one(api.POST('/online-meetings/{id}/attendance/dispute', { ...at(id), body: { reason } })),
  )

/** Answers what someone says against their attendance. */
export function useAnswerDispute(id: string, userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'DisputeAnswer'>) =>
      one(api.POST('/online-meetings/{id}/attendance/disputes/{userId}', { params: { path: { id, userId } }, body })),
    // Nothing waits for it: the row of the dispute, in which its dialog stands, goes with the new list.
    onSettled: () => void client.invalidateQueries({ queryKey: meetingKeys.all }),
  })
}
