import { queryOptions } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import { teachingHomeKeys } from './keys'

export type TaughtCourse = Schema<'TaughtCourse'>

/** What waits for the user in the courses that they teach. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: teachingHomeKeys.waiting,
    queryFn: () => one(api.GET('/teaching/home')),
    staleTime: 0, // includes what was graded or answered a moment ago
  })
