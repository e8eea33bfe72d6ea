// Publishing the draft, and the versions that were published.
import { queryOptions } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { atCourse, useEdit } from './api'
import { curriculumKeys } from './keys'

export const usePublish = (courseId: string) =>
  useEdit(courseId, (body: Schema<'Publication'>) =>
    one(api.POST('/curriculum/course/{id}/publish', { ...atCourse(courseId), body })),
  )

export const useCancelPublication = (courseId: string) =>
  useEdit(courseId, () => one(api.DELETE('/curriculum/course/{id}/publish', atCourse(courseId))))

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
