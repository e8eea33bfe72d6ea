import type { LearnerFilters } from './filters'

/** Query keys of the learners of all courses that the user teaches. */
export const studentKeys = {
  all: ['students'] as const,
  list: (filters: LearnerFilters) => [...studentKeys.all, 'list', filters] as const,
  one: (id: string) => [...studentKeys.all, 'one', id] as const,
}
