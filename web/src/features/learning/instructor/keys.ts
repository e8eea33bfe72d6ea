import type { InstructorFilters } from './filters'

/** Query keys of the instructors that everyone can see. */
export const instructorKeys = {
  all: ['instructors'] as const,
  list: (filters: InstructorFilters) => [...instructorKeys.all, 'list', filters] as const,
  home: () => [...instructorKeys.all, 'home'] as const,
  one: (id: string) => [...instructorKeys.all, 'one', id] as const,
  courses: (id: string, page: number) => [...instructorKeys.one(id), 'courses', page] as const,
}
