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

import { type CourseListFilters, queryOf, type StudentFilters } from './filters'
import { analyticsKeys } from './keys'

export type Overview = Schema<'LearningOverview'>
export type Home = Schema<'LearningHome'>
export type LearnerCourse = Schema<'LearnerCourse'>
export type EnhancedCourse = Omit<LearnerCourse, 'course'>
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

/** What the user sees first: where to continue, what is due, what waits. */
export const homeQuery = () =>
  queryOptions({
    queryKey: analyticsKeys.home(),
    queryFn: () => one(api.GET('/enhanced-progress/home', { params: { query: { timezone: here() } } })),
    ...fresh,
  })

const statuses = ['not_started', 'in_progress', 'completed'] as const

/** The courses in which the user learns, each with the lesson to continue with. */
export function learnerCoursesQuery({ show, search, sort = 'recent', page }: CourseListFilters) {
  const status = statuses.find((s) => s === show)
  const query = {
    timezone: here(),
    sort,
    limit: 24,
    ...(search && { search }),
    ...(status && { status }),
    ...(page && { page }),
  }
  return queryOptions({
    queryKey: analyticsKeys.courses({
      sort,
      ...(search && { search }),
      ...(status && { show: status }),
      ...(page && { page }),
    }),
    queryFn: ({ signal }) => many(api.GET('/enhanced-progress/courses', { params: { query }, signal })),
    enabled: show === undefined || status !== undefined,
    placeholderData: keepPreviousData,
    ...fresh,
  })
}

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
