import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema, tagged } from '@/api/client'
import { analyticsKeys } from '@/features/learning/analytics/keys'
import { isStale } from '@/shared/base-version'

import type { CourseFilters } from './filters'
import { courseKeys, currencyKeys } from './keys'

export type Course = Schema<'Course'>
export type CourseDetail = Schema<'CourseDetail'>
export type PriceQuote = Schema<'PriceQuote'>

/** Whether anyone may learn in the course, without an account. */
export const isOpen = ({ course_type, status, access }: CourseDetail) =>
  course_type === 'free' && status === 'Published' && access.access_type === 'open'

/** Whether the user may watch every lesson: they teach the course, are enrolled in it, or it is open to all. */
export const mayWatch = (course: CourseDetail) =>
  course.can_teach ||
  course.enrollment?.status === 'active' ||
  course.enrollment?.status === 'completed' ||
  isOpen(course)

/** Whether the progress of the user is kept. */
export const isLearner = (course: CourseDetail) => course.enrollment !== undefined && mayWatch(course)

const pageSize = 24

export const coursesQuery = (filters: CourseFilters) =>
  queryOptions({
    queryKey: courseKeys.list(filters),
    queryFn: ({ signal }) =>
      many(api.GET('/courses/get', { params: { query: { ...filters, limit: pageSize } }, signal })),
    placeholderData: keepPreviousData,
  })

/** The facets of the catalogue under the current filters. */
export const facetsQuery = ({ sort: _, page: __, ...query }: CourseFilters) =>
  queryOptions({
    queryKey: courseKeys.facets(query),
    queryFn: ({ signal }) => one(api.GET('/courses/facets', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })

/** Suggestions for what has been typed. */
export const suggestionsQuery = (typed: string, wanted: boolean) =>
  queryOptions({
    queryKey: courseKeys.suggestions(typed),
    queryFn: ({ signal }) => one(api.GET('/courses/search-suggestions', { params: { query: { q: typed } }, signal })),
    enabled: wanted && typed.length > 1,
    placeholderData: keepPreviousData,
  })

/** The user's saved courses, last saved first. */
export const savedCoursesQuery = (search: string, page: number) =>
  queryOptions({
    queryKey: courseKeys.saved(search, page),
    queryFn: ({ signal }) =>
      many(api.GET('/courses/saved', { params: { query: { search, page, limit: pageSize } }, signal })),
    placeholderData: keepPreviousData,
  })

/** The currencies on offer, with the tag for changing them. */
export const currenciesQuery = () =>
  queryOptions({ queryKey: currencyKeys.all, queryFn: () => tagged(api.GET('/currencies')) })

/** The tree of categories, with the tag for changing it. */
export const categoriesQuery = () =>
  queryOptions({ queryKey: courseKeys.categories(), queryFn: () => tagged(api.GET('/courses/category')) })

export const courseQuery = (id: string) =>
  queryOptions({
    queryKey: courseKeys.one(id),
    queryFn: () => one(api.GET('/courses/{id}', { params: { path: { id } } })),
  })

/** What one place in a course costs now, in a group or one to one. */
export const quoteQuery = (id: string, currency: string, plan: PriceQuote['plan']) =>
  queryOptions({
    queryKey: courseKeys.quote(id, currency, plan),
    queryFn: () =>
      one(api.POST('/courses/{id}/price-quote', { params: { path: { id } }, body: { currency, plan, places: 1 } })),
  })

export const relatedQuery = (id: string) =>
  queryOptions({
    queryKey: courseKeys.related(id),
    queryFn: () => one(api.GET('/courses/{id}/related', { params: { path: { id } } })),
  })

/** The courses in which the user can't learn yet or any more: invited, not paid, suspended and the like. */
export const closedCoursesQuery = (search: string) =>
  queryOptions({
    queryKey: courseKeys.closed(search),
    queryFn: ({ signal }) =>
      many(api.GET('/courses/enrolled', { params: { query: { closed: true, search, limit: 100 } }, signal })),
    placeholderData: keepPreviousData,
  })

/** A mutation that refetches every query of courses and of one's learning afterwards, also when it met something newer. */
export function useOnCourses<V, R>(mutationFn: (variables: V) => Promise<R>) {
  const client = useQueryClient()
  const refetch = async () => {
    void client.invalidateQueries({ queryKey: analyticsKeys.all })
    await client.invalidateQueries({ queryKey: courseKeys.all })
  }
  return useMutation({ mutationFn, onSuccess: refetch, onError: (error) => (isStale(error) ? refetch() : undefined) })
}

export const useEnroll = () =>
  useOnCourses((id: string) => one(api.POST('/courses/{id}/enroll', { params: { path: { id } } })))

/** Withdraws the user from a course, or declines an invitation to it. */
export const useWithdraw = () =>
  useOnCourses((id: string) => one(api.DELETE('/courses/{id}/enroll', { params: { path: { id } } })))

/** Saves a course for later, or unsaves it. */
export const useSaveCourse = () =>
  useOnCourses(({ id, save }: { id: string; save: boolean }) =>
    save
      ? one(api.POST('/courses/{id}/save', { params: { path: { id } } }))
      : one(api.DELETE('/courses/{id}/save', { params: { path: { id } } })),
  )

/** The courses that the user teaches, drafts among them. */
export const taughtCoursesQuery = () =>
  queryOptions({
    queryKey: courseKeys.taught(),
    queryFn: () => many(api.GET('/courses/get', { params: { query: { mine: true, limit: 100, sort: 'title' } } })),
  })

export const useCreateCourse = () =>
  useOnCourses((body: Schema<'NewCourse'>) => one(api.POST('/courses/create', { body })))

/** The entity tag of a course: its version is the instant of its last change in microseconds. */
export function versionOf(updatedAt: string) {
  const [, fraction = ''] = /\.(\d+)Z$/.exec(updatedAt) ?? []
  const seconds = Math.floor(Date.parse(updatedAt) / 1000)
  return `"v${seconds}${fraction.padEnd(6, '0').slice(0, 6)}-"`
}

export const useArchiveCourse = () =>
  useOnCourses(({ id, archive }: { id: string; archive: boolean }) =>
    one(api.PATCH('/courses/{id}/archive', { params: { path: { id } }, body: { archive } })),
  )

/** Deletes an archived course; `confirm` is its title. */
export const useDeleteCourse = () =>
  useOnCourses(({ id, confirm }: { id: string; confirm: string }) =>
    one(api.DELETE('/courses/{id}', { params: { path: { id }, query: { confirm } } })),
  )
