import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema, tagged } from '@/api/client'

import { liveKeys } from '../live/keys'
import { recordingKeys } from './keys'

export type RecordedLesson = Schema<'RecordedLesson'>
export type RecordedFile = Schema<'RecordedFile'>
export type RecordingSettings = Schema<'RecordingSettings'>

/** What was recorded: a session, by its id and that of its batch, or a meeting outside of batches. */
export type Owner = { sessionId: string; batchId: string } | { meetingId: string }

/** The id of a session or a meeting. */
export const idOf = (of: Owner) => ('meetingId' in of ? of.meetingId : of.sessionId)

const at = (id: string) => ({ params: { path: { id } } })
const ofSession = (batchId: string, sessionId: string) => ({
  params: { path: { id: batchId, sessionId } },
})

/** While something is being fetched or processed. */
const refreshEvery = 15_000

/** The recordings of a session or a meeting. */
export const lessonsQuery = (of: Owner) =>
  queryOptions({
    queryKey: recordingKeys.lessons(idOf(of)),
    queryFn: () =>
      one(
        'meetingId' in of
          ? api.GET('/online-meetings/{id}/recorded-lessons', at(of.meetingId))
          : api.GET('/batches/{id}/schedule/{sessionId}/recorded-lessons', ofSession(of.batchId, of.sessionId)),
      ),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data?.some(({ state }) => state === 'processing') && refreshEvery,
  })

/** What meeting servers have recorded of a session or a meeting. */
export const filesQuery = (of: Owner) =>
  queryOptions({
    queryKey: recordingKeys.files(idOf(of)),
    queryFn: () =>
      one(
        'meetingId' in of
          ? api.GET('/online-meetings/{id}/recording-files', at(of.meetingId))
          : api.GET('/sessions/{id}/recording-files', at(of.sessionId)),
      ),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => data?.some(({ state }) => state === 'fetching') && refreshEvery,
  })

/** The recordings that a user can watch of the sessions of their batches, newest first. */
export const ownRecordingsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: recordingKeys.mine(userId),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/batches/students/{id}/recorded-lessons', {
          params: {
            path: { id: userId },
            query: { page: pageParam, limit: 50 },
          },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { has_next_page, current_page } }) =>
      has_next_page ? current_page + 1 : undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })

/** What is recorded of the sessions of a batch, with the entity tag that a change must send. */
export const settingsQuery = (batchId: string) =>
  queryOptions({
    queryKey: recordingKeys.settings(batchId),
    queryFn: () => tagged(api.GET('/batches/{id}/recording-settings', at(batchId))),
    staleTime: 0,
  })

/** Whether the school has a meeting server that records: Zoom or BigBlueButton. */
export const recordsQuery = () =>
  queryOptions({
    queryKey: liveKeys.servers,
    queryFn: () => one(api.GET('/meeting-servers')),
    staleTime: 60_000,
    select: (servers) => servers.some(({ name }) => name === 'zoom' || name === 'bigbluebutton'),
  })

/** A mutation after which recordings are refetched, whatever its answer. */
function useOnRecordings<V, R>(mutationFn: (values: V) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: recordingKeys.all }),
  })
}

export const useAddRecording = (of: Owner) =>
  useOnRecordings((body: Schema<'NewRecordedLesson'>) =>
    one(
      'meetingId' in of
        ? api.POST('/online-meetings/{id}/recorded-lessons', { ...at(of.meetingId), body })
        : api.POST('/batches/{id}/schedule/{sessionId}/recorded-lessons', {
            ...ofSession(of.batchId, of.sessionId),
            body,
          }),
    ),
  )

export const useChangeRecording = () =>
  useOnRecordings(({ id, etag, ...body }: Schema<'RecordedLessonChange'> & Pick<RecordedLesson, 'id' | 'etag'>) =>
    one(
      api.PUT('/recorded-lessons/{id}', {
        params: { path: { id }, header: { 'If-Match': etag } },
        body,
      }),
    ),
  )

export const useRemoveRecording = () =>
  useOnRecordings((id: string) => one(api.DELETE('/recorded-lessons/{id}', at(id))))

/** Checks for recordings now; of a meeting without a course perhaps with one into whose library they come. */
export const useFetchRecordings = (of: Owner) =>
  useOnRecordings((body: Schema<'MeetingFetch'>) =>
    one(
      'meetingId' in of
        ? api.POST('/online-meetings/{id}/recording-files/fetch', { ...at(of.meetingId), body })
        : api.POST('/sessions/{id}/recording-files/fetch', at(of.sessionId)),
    ),
  )

/** The courses that the user teaches. */
export const coursesQuery = () =>
  queryOptions({
    queryKey: recordingKeys.courses(),
    queryFn: async () => (await many(api.GET('/courses/get', { params: { query: { mine: true, limit: 100 } } }))).items,
  })

/** Moves a file into the trash at Zoom, with `force` also one that is not in the library. */
export const useTrashFile = (of: Owner) =>
  useOnRecordings(({ id, force }: { id: string; force: boolean }) =>
    one(
      api.DELETE('/zoom/meetings/{id}/recordings/{recordingId}', {
        params: { path: { id: idOf(of), recordingId: id }, query: { force } },
      }),
    ),
  )

export const useSetRecordingSettings = (batchId: string) =>
  useOnRecordings(({ tag, ...body }: Schema<'NewRecordingSettings'> & { tag: string }) =>
    one(
      api.PUT('/batches/{id}/recording-settings', {
        params: { path: { id: batchId }, header: { 'If-Match': tag } },
        body,
      }),
    ),
  )
