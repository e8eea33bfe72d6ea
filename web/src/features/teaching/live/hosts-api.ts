import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import { liveKeys } from './keys'

export type Host = Schema<'Host'>
export type SessionMeeting = Schema<'SessionMeeting'>

/** The accounts at Zoom that host meetings. */
export const hostsQuery = () =>
  queryOptions({
    queryKey: liveKeys.hosts,
    queryFn: () => one(api.GET('/meeting-hosts')),
  })

/** The meetings at Zoom of the next two days. */
export const meetingsQuery = () =>
  queryOptions({
    queryKey: liveKeys.meetings,
    queryFn: () => one(api.GET('/session-meetings')),
    staleTime: 0,
    refetchInterval: 30_000,
  })

export function useAddHost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewHost'>) => one(api.POST('/meeting-hosts', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: liveKeys.hosts }),
  })
}

export function useRemoveHost() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => one(api.DELETE('/meeting-hosts/{id}', { params: { path: { id } } })),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.hosts }),
  })
}

/** Tries again to make the meeting at Zoom of a session, of a meeting outside of batches or of a demo class. */
export function useRetryAny({ session_id, meeting_id, demo_id }: SessionMeeting) {
  const client = useQueryClient()
  const at = { params: { path: { id: demo_id || meeting_id || session_id } } }
  const again = () => {
    if (demo_id) return api.POST('/demo-booking/{id}/zoom-meeting/retry', at)
    if (meeting_id) return api.POST('/online-meetings/{id}/zoom-meeting/retry', at)
    return api.POST('/sessions/{id}/meeting/retry', at)
  }
  return useMutation({
    mutationFn: () => one(again()),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.all }),
  })
}
