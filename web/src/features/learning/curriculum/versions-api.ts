// The versions that were published.
import { queryOptions } from '@tanstack/react-query'

import { api, many, one } from '@/api/client'

import { useEdit } from './api'
import { curriculumKeys } from './keys'

export const versionsQuery = (courseId: string, page: number) =>
  queryOptions({
    queryKey: curriculumKeys.versionsPage(courseId, page),
    queryFn: () =>
      many(
        api.GET('/curriculum/course/{id}/versions', {
          params: { path: { id: courseId }, query: { page, limit: 10 } },
        }),
      ),
  })

/** The differences between two versions; 0 is the draft. */
export const differencesQuery = (courseId: string, from: number, to: number) =>
  queryOptions({
    queryKey: curriculumKeys.diff(courseId, from, to),
    queryFn: () =>
      one(api.GET('/curriculum/course/{id}/diff', { params: { path: { id: courseId }, query: { from, to } } })),
  })

export const useRestore = (courseId: string) =>
  useEdit(courseId, (number: number) =>
    one(api.POST('/curriculum/course/{id}/versions/{number}/restore', { params: { path: { id: courseId, number } } })),
  )
