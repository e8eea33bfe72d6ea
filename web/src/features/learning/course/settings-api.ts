// Settings that apply to all courses: categories, currencies, the home page.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema } from '@/api/client'

import { useOnCourses } from './api'
import { courseKeys, currencyKeys } from './keys'

export type Category = Schema<'Category'>

/** Creates, renames or moves a category. */
export const useChangeCategory = () =>
  useOnCourses((body: Schema<'CategoryChange'>) => one(api.PUT('/courses/category', { body })))

export const useRemoveCategory = () =>
  useOnCourses((name: string) => one(api.DELETE('/courses/category/{name}', { params: { path: { name } } })))

/** Chooses the currencies in which courses are offered, the default first. */
export function useSaveCurrencies() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (codes: string[]) => one(api.PUT('/currencies', { body: { codes } })),
    onSuccess: () => client.invalidateQueries({ queryKey: currencyKeys.all }),
  })
}

/** The courses of the home page. */
export const homeQuery = () =>
  queryOptions({ queryKey: courseKeys.home(), queryFn: () => one(api.GET('/home-display')) })

export const useSaveHome = () =>
  useOnCourses((course_ids: string[]) => one(api.PUT('/home-display', { body: { course_ids } })))

const offered = 8 // courses suggested by a search

/** Courses of the catalogue to choose from for the home page. */
export const candidatesQuery = (search: string) =>
  queryOptions({
    queryKey: courseKeys.homeCandidates(search),
    queryFn: ({ signal }) =>
      many(api.GET('/courses/get', { params: { query: { ...(search && { search }), limit: offered } }, signal })),
    placeholderData: keepPreviousData,
  })
