import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'
import { batchKeys } from '@/features/teaching/batch/keys'
import { liveKeys } from '@/features/teaching/live/keys'

import { makeUpKeys } from './keys'

export type MakeUpSession = Schema<'MakeUpSession'>

/** Where a learner can make up a session; without a learner, the user. */
export const makeUpsQuery = (sessionId: string, userId = '') =>
  queryOptions({
    queryKey: makeUpKeys.of(sessionId, userId),
    queryFn: () =>
      one(
        api.GET('/sessions/{id}/make-ups', {
          params: { path: { id: sessionId }, query: userId ? { user_id: userId } : {} },
        }),
      ),
    staleTime: 0,
  })

/** What shows sessions and their people is refetched, whatever the answer. */
function useOnGuests<T, R>(mutationFn: (input: T) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all(
        [makeUpKeys.all, liveKeys.all, batchKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })
}

/** Chooses a session in place of one that a learner has missed. */
export const useChooseMakeUp = (sessionId: string, userId = '') =>
  useOnGuests((chosen: string) =>
    one(
      api.POST('/sessions/{id}/make-ups', {
        params: { path: { id: sessionId } },
        body: { session_id: chosen, ...(userId && { user_id: userId }) },
      }),
    ),
  )

/** Takes the place of a guest in a session. */
export const useRemoveGuest = () =>
  useOnGuests(({ sessionId: id, userId }: { sessionId: string; userId: string }) =>
    one(api.DELETE('/sessions/{id}/guests/{userId}', { params: { path: { id, userId } } })),
  )
