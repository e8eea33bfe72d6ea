import type { Sort } from '@/shared/data-table'

const sorts = ['name', '-name'] as const

/** The filters and order of the list of learners, kept in the URL. */
export type LearnerFilters = {
  search?: string
  /** The id of a course. */
  course?: string
  sort?: (typeof sorts)[number]
  page?: number
}

type Loose = { [K in keyof LearnerFilters]?: LearnerFilters[K] | undefined }

/** Parses a URL's query; what is invalid becomes undefined. */
export const readLearnerFilters = (raw: Record<string, unknown>): Loose => ({
  search: typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : undefined,
  course: typeof raw.course === 'string' ? raw.course : undefined,
  sort: sorts.find((sort) => sort === raw.sort),
  page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
})

export const isNarrowed = ({ search, course }: LearnerFilters) => Boolean(search || course)

/** The filters with a change, on the first page; an undefined or empty value removes a filter. */
export function narrowed(filters: LearnerFilters, change: Loose): LearnerFilters {
  const { search, course, sort } = { ...filters, ...change }
  return { ...(search && { search }), ...(course && { course }), ...(sort && { sort }) }
}

/** The sort order for the table. */
export const sortOf = ({ sort = 'name' }: LearnerFilters): Sort => ({ by: 'name', descending: sort === '-name' })
