import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { api, one } from '@/api/client'

import { finderKeys } from './keys'

const shortest = 2 // characters that are searched for

/** Everything that a user may see and that matches what they have typed; the id is empty for visitors. */
export const searchQuery = (userId: string, query: string) =>
  queryOptions({
    queryKey: finderKeys.found(userId, query),
    queryFn: ({ signal }) => one(api.GET('/search', { params: { query: { query } }, signal })),
    enabled: query.length >= shortest,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
