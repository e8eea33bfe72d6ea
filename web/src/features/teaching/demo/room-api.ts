import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema, tagged } from '@/api/client'

import { liveKeys } from '../live/keys'
import { demoKeys } from './keys'

export type DemoRoom = Schema<'DemoRoom'>

const mine = { id: 'me' }

/** Where the user gives demo classes, with the entity tag that a change must send. */
export const demoRoomQuery = () =>
  queryOptions({
    queryKey: demoKeys.room,
    queryFn: () => tagged(api.GET('/instructors/{id}/demo-room', { params: { path: mine } })),
    staleTime: 0,
  })

/** The meeting servers of the school. */
export const serversQuery = () =>
  queryOptions({
    queryKey: liveKeys.servers,
    queryFn: () => one(api.GET('/meeting-servers')),
    staleTime: 60_000,
  })

export function useSetDemoRoom() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ tag, ...body }: Schema<'NewDemoRoom'> & { tag: string }) =>
      one(api.PUT('/instructors/{id}/demo-room', { params: { path: mine, header: { 'If-Match': tag } }, body })),
    onSettled: () => client.invalidateQueries({ queryKey: demoKeys.room }),
  })
}
