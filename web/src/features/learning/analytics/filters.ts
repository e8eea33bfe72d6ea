import type { Sort } from '@/shared/data-table'

const columns = ['fullName', 'progressPercentage', 'timeSpent', 'lastAt', 'enrolledAt'] as const
type SortedBy = (typeof columns)[number]

/** The filters and sort order of the list of students, kept in the URL. */
export type StudentFilters = { search?: string; atRisk?: true; sort?: SortedBy | `-${SortedBy}` }

type Loose = { [K in keyof StudentFilters]?: StudentFilters[K] | undefined }

/** Parses a URL's query; what is invalid becomes undefined. */
export const readStudentFilters = (raw: Record<string, unknown>): Loose => ({
  search: typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : undefined,
  atRisk: raw.atRisk === true ? true : undefined,
  sort: columns.flatMap((c) => [c, `-${c}` as const]).find((sort) => sort === raw.sort),
})

/** The sort order for the table; last active first by default. */
export const sortOf = ({ sort = '-lastAt' }: StudentFilters): Sort => ({
  by: sort.replace('-', ''),
  descending: sort.startsWith('-'),
})

export const sortedBy = ({ by, descending }: Sort): StudentFilters['sort'] => {
  const column = columns.find((c) => c === by)
  return column && (descending ? `-${column}` : column)
}
