import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import type { LearnerFilters } from './filters'
import { studentKeys } from './keys'

export type TaughtStudent = Schema<'TaughtStudent'>
export type StudentDetail = Schema<'StudentDetail'>
export type StudentCourse = Schema<'StudentCourse'>
export type StudentBatch = Schema<'StudentBatch'>

/** The learners of the courses that the user teaches; for administrators all students. */
export const studentsQuery = ({ search, course, ...filters }: LearnerFilters) =>
  queryOptions({
    queryKey: studentKeys.list({ ...filters, ...(search && { search }), ...(course && { course }) }),
    queryFn: ({ signal }) =>
      many(
        api.GET('/students', {
          params: { query: { ...filters, ...(search && { search }), ...(course && { course_id: course }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  })

/** One learner with the courses that the user teaches, and batches. */
export const studentQuery = (id: string) =>
  queryOptions({
    queryKey: studentKeys.one(id),
    queryFn: () => one(api.GET('/students/{id}', { params: { path: { id } } })),
  })
