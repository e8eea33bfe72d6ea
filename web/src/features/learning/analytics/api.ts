import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'

import { api, file, many, one, type Schema } from '@/api/client'
import { byCursor, itemsAndPagination } from '@/shared/cursor-pages'
import { saveFile } from '@/shared/save-file'
import { here } from '@/shared/time-zones'

import { queryOf, type StudentFilters } from './filters'
import { analyticsKeys } from './keys'

export type Overview = Schema<'LearningOverview'>
export type EnhancedCourse = Schema<'EnhancedCourse'>
export type EnhancedCourseDetail = Schema<'EnhancedCourseDetail'>
export type CourseAnalytics = Schema<'CourseAnalytics'>
export type CourseStudent = Schema<'CourseStudent'>
export type StudentInsight = Schema<'StudentInsight'>
export type Leaderboard = Schema<'Leaderboard'>

const inCourse = (id: string) => ({ params: { path: { id } } })
const fresh = { staleTime: 0 } // includes what was learned a moment ago

/** The user's progress over all courses, by days in this device's time zone. */
export const overviewQuery = () =>
  queryOptions({
    queryKey: analyticsKeys.overview(),
    queryFn: () => one(api.GET('/enhanced-progress/overview', { params: { query: { timezone: here() } } })),
    ...fresh,
  })

/** The user's courses, each with the lesson to continue with. */
export const enhancedCoursesQuery = () =>
  queryOptions({
    queryKey: analyticsKeys.courses(),
    queryFn: () => many(api.GET('/enhanced-progress/courses', { params: { query: { timezone: here(), limit: 100 } } })),
    ...fresh,
  })

export const enhancedCourseQuery = (id: string) =>
  queryOptions({
    queryKey: analyticsKeys.course(id),
    queryFn: () =>
      one(api.GET('/enhanced-progress/courses/{id}', { params: { path: { id }, query: { timezone: here() } } })),
    ...fresh,
  })

export const leaderboardQuery = (id: string) =>
  queryOptions({
    queryKey: analyticsKeys.leaderboard(id),
    queryFn: () => one(api.GET('/enhanced-progress/courses/{id}/leaderboard', inCourse(id))),
    ...fresh,
  })

/** Leaves or rejoins the leaderboard of a course. */
export function useTakePart(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (part: boolean) =>
      part
        ? one(api.PUT('/enhanced-progress/courses/{id}/leaderboard/own', inCourse(id)))
        : one(api.DELETE('/enhanced-progress/courses/{id}/leaderboard/own', inCourse(id))),
    onSuccess: () => client.invalidateQueries({ queryKey: analyticsKeys.leaderboard(id) }),
  })
}

/** The progress of the students of a course. */
export const courseAnalyticsQuery = (id: string) =>
  queryOptions({
    queryKey: analyticsKeys.taught(id),
    queryFn: () => one(api.GET('/student-analytics/courses/{id}', inCourse(id))),
    ...fresh,
  })

export const studentsQuery = (id: string, filters: StudentFilters) =>
  infiniteQueryOptions({
    queryKey: analyticsKeys.students(id, filters),
    queryFn: ({ pageParam, signal }) =>
      many(
        api.GET('/student-analytics/courses/{id}/students', {
          params: { path: { id }, query: { ...queryOf(filters), limit: 50, ...(pageParam && { cursor: pageParam }) } },
          signal,
        }),
      ),
    ...byCursor,
    select: itemsAndPagination,
    placeholderData: keepPreviousData,
    ...fresh,
  })

export const studentQuery = (id: string, userId: string) =>
  queryOptions({
    queryKey: analyticsKeys.student(id, userId),
    queryFn: () =>
      one(
        api.GET('/student-analytics/courses/{id}/students/{userId}', {
          params: { path: { id, userId }, query: { timezone: here() } },
        }),
      ),
    ...fresh,
  })

/** Downloads the students of a course as a spreadsheet. */
export function useExportStudents(id: string) {
  return useMutation({
    mutationFn: () => file(api.GET('/student-analytics/courses/{id}/export', { ...inCourse(id), parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'learners.csv'),
  })
}
