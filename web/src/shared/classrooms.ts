import { queryOptions } from '@tanstack/react-query'

import { api, one, type Schema } from '@/api/client'

import { sharedKeys } from './keys'

export type Classroom = Schema<'Classroom'>

/** The classrooms of the school by name, for who teaches; those that are archived last. */
export const classroomsQuery = () =>
  queryOptions({ queryKey: sharedKeys.classrooms, queryFn: () => one(api.GET('/rooms')) })
