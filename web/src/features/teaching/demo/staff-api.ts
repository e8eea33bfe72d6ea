import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'

import { api, file, many, one, type Schema } from '@/api/client'
import { saveFile } from '@/shared/save-file'

import { useOnDemos } from './api'
import type { DemoFilters, periodOf } from './filters'
import { demoKeys } from './keys'

type Period = ReturnType<typeof periodOf>

/** A page of demo classes, the latest first: those of an instructor, or all for administrators. */
export function bookingsQuery(instructorId: string, filters: DemoFilters) {
  const query = { ...filters, limit: 20, include_instructor: true }
  return queryOptions({
    queryKey: demoKeys.list(instructorId, filters),
    queryFn: ({ signal }) =>
      instructorId
        ? many(api.GET('/demo-booking/instructor/{id}', { params: { path: { id: instructorId }, query }, signal }))
        : many(api.GET('/demo-booking', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  })
}

/** The figures of a period. The server counts what the caller gives; for administrators all. */
export const statsQuery = (period: Period) =>
  queryOptions({
    queryKey: demoKeys.stats(period),
    queryFn: () => one(api.GET('/demo-booking/stats', { params: { query: period } })),
    placeholderData: keepPreviousData,
  })

/** Downloads the demo classes of a period as a spreadsheet. */
export function useExport(period: Period) {
  return useMutation({
    mutationFn: () => file(api.GET('/demo-booking/export', { params: { query: period }, parseAs: 'blob' })),
    onSuccess: (sheet) => saveFile(sheet, 'demos.csv'),
  })
}

/** The instructors whose name or address matches, for administrators. */
export const instructorsQuery = (search: string) =>
  queryOptions({
    queryKey: demoKeys.instructors(search),
    queryFn: async ({ signal }) => {
      const query = { role: 'instructor' as const, status: 'active' as const, limit: 20, ...(search && { search }) }
      return (await many(api.GET('/users', { params: { query }, signal }))).items
    },
    placeholderData: keepPreviousData,
  })

/** Tries again to create the meeting at Zoom of a demo class. */
export const useRetryZoom = (id: string) =>
  useOnDemos<void, unknown>(() => one(api.POST('/demo-booking/{id}/zoom-meeting/retry', { params: { path: { id } } })))

/** Gives a demo class to another instructor. */
export const useAssign = (id: string) =>
  useOnDemos((instructorId: string) =>
    one(api.POST('/demo-booking/{id}/assign-instructor', { params: { path: { id } }, body: { instructorId } })),
  )

/** The learners whose name or address matches: those of the user's courses, for administrators all. */
export const learnersQuery = (search: string) =>
  queryOptions({
    queryKey: demoKeys.learners(search),
    queryFn: async ({ signal }) =>
      (await many(api.GET('/students', { params: { query: { limit: 20, ...(search && { search }) } }, signal }))).items,
    placeholderData: keepPreviousData,
  })

/** The courses of a learner that the user teaches; for administrators all. */
export const coursesQuery = (userId: string) =>
  queryOptions({
    queryKey: demoKeys.courses(userId),
    queryFn: async () => (await one(api.GET('/students/{id}', { params: { path: { id: userId } } }))).course_list,
  })

/** Says which enrolment followed from a demo class. */
export const useConvert = (id: string) =>
  useOnDemos((body: Schema<'Conversion'>) =>
    one(api.POST('/demo-booking/{id}/convert', { params: { path: { id } }, body })),
  )

/** Takes that back. */
export const useUnconvert = (id: string) =>
  useOnDemos(() => one(api.DELETE('/demo-booking/{id}/convert', { params: { path: { id } } })))
