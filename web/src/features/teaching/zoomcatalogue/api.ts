import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import { zoomKeys } from './keys'

export type Registrant = Schema<'ZoomRegistrant'>
export type Outcome = Schema<'RegistrantOutcome'>

const at = (id: string) => ({ params: { path: { id } } })

/** Who is registered for the meeting at Zoom of a session, or of a meeting outside of batches. */
export const registrantsQuery = (id: string) =>
  queryOptions({
    queryKey: zoomKeys.registrants(id),
    queryFn: () => one(api.GET('/zoom/meetings/{id}/registrants', at(id))),
    staleTime: 0,
  })

/** Approves, cancels or denies registrations. */
export function useChangeRegistrants(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'RegistrantChanges'>) =>
      one(api.PUT('/zoom/meetings/{id}/registrants/status', { ...at(id), body })),
    onSettled: () => client.invalidateQueries({ queryKey: zoomKeys.registrants(id) }),
  })
}

/** Gets a text with which people are invited to a meeting. */
export const useInvitation = (id: string) =>
  useMutation({ mutationFn: () => one(api.GET('/zoom/meetings/{id}/invitation', at(id))) })
