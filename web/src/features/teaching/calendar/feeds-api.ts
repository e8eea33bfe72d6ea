import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import { calendarKeys } from './keys'

export type Feed = Schema<'Feed'>

/** The addresses under which other programs read the user's calendar. */
export const feedsQuery = () =>
  queryOptions({
    queryKey: calendarKeys.feeds,
    queryFn: ({ signal }) => one(api.GET('/calendar/feeds', { signal })),
  })

/** Makes an address, which only this answer holds. */
export const useCreateFeed = () => useOnFeeds((name: string) => one(api.POST('/calendar/feeds', { body: { name } })))

export const useRemoveFeed = () =>
  useOnFeeds((id: string) => one(api.DELETE('/calendar/feeds/{id}', { params: { path: { id } } })))

function useOnFeeds<R>(mutationFn: (variables: string) => Promise<R>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => void client.invalidateQueries({ queryKey: calendarKeys.feeds }),
  })
}
