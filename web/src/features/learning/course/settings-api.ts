// Settings that apply to all courses: categories, currencies, the home page.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import { api, many, one, type Schema, tagged } from '@/api/client'
import { isStale } from '@/shared/base-version'

import { categoriesQuery, useOnCourses } from './api'
import { courseKeys, currencyKeys } from './keys'

export type Category = Schema<'Category'>

/** A change of what other administrators may be changing too, with the tag of what it was made from. */
type Edit<B> = { tag: string; body: B }

const over = (tag: string) => ({ params: { header: { 'If-Match': tag } } })

/** Creates, renames or moves a category. */
export const useChangeCategory = () =>
  useOnCourses(({ tag, body }: Edit<Schema<'CategoryChange'>>) =>
    one(api.PUT('/courses/category', { ...over(tag), body })),
  )

/** Puts the categories in order. They are shown in it at once; orders that follow each other are sent one after the other. */
export function useOrderCategories() {
  const client = useQueryClient()
  const { queryKey } = categoriesQuery()
  return useMutation({
    mutationKey: queryKey,
    scope: { id: 'category order' },
    mutationFn: (names: string[]) => {
      const tag = client.getQueryData(queryKey)?.tag ?? ''
      return tagged(api.PUT('/courses/category-order', { ...over(tag), body: { names } }))
    },
    onMutate: async (names) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (now) => now && { ...now, value: inOrder(now.value, names) })
    },
    onSuccess: ({ tag }) => client.setQueryData(queryKey, (now) => now && { ...now, tag }),
    onSettled: () =>
      client.isMutating({ mutationKey: queryKey }) === 1
        ? client.invalidateQueries({ queryKey: courseKeys.all })
        : undefined,
  })
}

const inOrder = (all: Category[], names: string[]) =>
  all.toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))

export const useRemoveCategory = () =>
  useOnCourses((name: string) => one(api.DELETE('/courses/category/{name}', { params: { path: { name } } })))

/** Chooses the currencies in which courses are offered, the default first. */
export function useSaveCurrencies() {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: currencyKeys.all })
  return useMutation({
    mutationFn: ({ tag, body: codes }: Edit<string[]>) =>
      one(api.PUT('/currencies', { ...over(tag), body: { codes } })),
    onSuccess: refetch,
    onError: (error) => (isStale(error) ? refetch() : undefined),
  })
}

/** The courses of the home page, with the tag for changing them. */
export const homeQuery = () =>
  queryOptions({ queryKey: courseKeys.home(), queryFn: () => tagged(api.GET('/home-display')) })

export const useSaveHome = () =>
  useOnCourses(({ tag, body: course_ids }: Edit<string[]>) =>
    one(api.PUT('/home-display', { ...over(tag), body: { course_ids } })),
  )

const offered = 8 // courses suggested by a search

/** Courses of the catalogue to choose from for the home page. */
export const candidatesQuery = (search: string) =>
  queryOptions({
    queryKey: courseKeys.homeCandidates(search),
    queryFn: ({ signal }) =>
      many(api.GET('/courses/get', { params: { query: { ...(search && { search }), limit: offered } }, signal })),
    placeholderData: keepPreviousData,
  })
