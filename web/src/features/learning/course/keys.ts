import type { CourseFilters } from './filters'

/** Query keys of courses. Everything below `all` is refetched when a course or an enrollment changes. */
export const courseKeys = {
  all: ['courses'] as const,
  list: (filters: CourseFilters) => [...courseKeys.all, 'list', filters] as const,
  facets: (filters: Omit<CourseFilters, 'sort' | 'page'>) => [...courseKeys.all, 'facets', filters] as const,
  suggestions: (typed: string) => [...courseKeys.all, 'suggestions', typed] as const,
  saved: (search: string, page: number) => [...courseKeys.all, 'saved', search, page] as const,
  categories: () => [...courseKeys.all, 'categories'] as const,
  one: (id: string) => [...courseKeys.all, 'one', id] as const,
  quote: (id: string, currency: string, plan: string) => [...courseKeys.all, 'quote', id, currency, plan] as const,
  related: (id: string) => [...courseKeys.all, 'related', id] as const,
  closed: (search: string) => [...courseKeys.all, 'closed', search] as const,
  publication: (id: string) => [...courseKeys.all, 'publication', id] as const,
  taught: () => [...courseKeys.all, 'taught'] as const,
  typed: (id: string, type: string) => [...courseKeys.all, 'typed', id, type] as const,
  recordings: () => [...courseKeys.all, 'recordings'] as const,
  teachers: (search: string) => [...courseKeys.all, 'teachers', search] as const,
  home: () => [...courseKeys.all, 'home'] as const,
  homeCandidates: (search: string) => [...courseKeys.all, 'home-candidates', search] as const,
}

/** The currencies on offer: not below `courseKeys.all`, because changes to courses do not affect them. */
export const currencyKeys = { all: ['currencies'] as const }
