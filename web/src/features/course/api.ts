import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

const all = ['courses']

export type Course = Schema<'Course'>
export type CourseDetail = Schema<'CourseDetail'>

/** Whether the visitor may watch every lesson: they teach the course, or their place in it is open. */
export const mayWatch = ({ can_teach, enrollment }: CourseDetail) =>
  can_teach || enrollment?.status === 'active' || enrollment?.status === 'completed'

/** What the catalogue is narrowed to; it stands in the address. */
export type CourseFilters = { search?: string; category?: string; type?: Course['course_type']; page?: number }

const pageSize = 24

export const coursesQuery = (filters: CourseFilters) =>
  queryOptions({
    queryKey: [...all, 'list', filters],
    queryFn: ({ signal }) =>
      many(api.GET('/courses/get', { params: { query: { ...filters, limit: pageSize } }, signal })),
    placeholderData: keepPreviousData,
  })

export const categoriesQuery = () =>
  queryOptions({ queryKey: [...all, 'categories'], queryFn: () => one(api.GET('/courses/category')) })

export const courseQuery = (id: string) =>
  queryOptions({
    queryKey: [...all, 'one', id],
    queryFn: () => one(api.GET('/courses/{id}', { params: { path: { id } } })),
  })

export const myCoursesQuery = () =>
  queryOptions({
    queryKey: [...all, 'mine'],
    queryFn: () => many(api.GET('/courses/enrolled', { params: { query: { limit: 100 } } })),
  })

export function useEnroll() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => one(api.POST('/courses/{id}/enroll', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  })
}

/** The courses that the visitor teaches, drafts among them. */
export const taughtCoursesQuery = () =>
  queryOptions({
    queryKey: [...all, 'taught'],
    queryFn: () => many(api.GET('/courses/get', { params: { query: { mine: true, limit: 100, sort: 'title' } } })),
  })

/** Publishes a draft, or takes a course out of the catalogue. */
export function useToggleCourse() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => one(api.PATCH('/courses/toggle-status/{id}', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  })
}

export function useCreateCourse() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Schema<'NewCourse'>) => one(api.POST('/courses/create', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  })
}
