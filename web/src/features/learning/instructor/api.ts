import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import type { InstructorFilters } from './filters'
import { instructorKeys } from './keys'

export type PublicInstructor = Schema<'PublicInstructor'>
export type InstructorProfile = Schema<'InstructorProfile'>

const pageSize = 24

export const instructorsQuery = (filters: InstructorFilters) =>
  queryOptions({
    queryKey: instructorKeys.list(filters),
    queryFn: ({ signal }) =>
      many(api.GET('/instructors', { params: { query: { ...filters, limit: pageSize } }, signal })),
    placeholderData: keepPreviousData,
  })

/** Those who teach most courses, for the home page. */
export const homeInstructorsQuery = () =>
  queryOptions({
    queryKey: instructorKeys.home(),
    queryFn: () => many(api.GET('/instructors', { params: { query: { sort: 'courses', limit: 6 } } })),
  })

export const instructorQuery = (id: string) =>
  queryOptions({
    queryKey: instructorKeys.one(id),
    queryFn: () => one(api.GET('/instructors/{id}', { params: { path: { id } } })),
  })

/** The published courses of an instructor, newest first. */
export const instructorCoursesQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: instructorKeys.courses(id, page),
    queryFn: ({ signal }) =>
      many(
        api.GET('/instructors/{id}/courses', { params: { path: { id }, query: { page, limit: pageSize } }, signal }),
      ),
    placeholderData: keepPreviousData,
  })
