import type { Sort } from '@/shared/data-table'

const columns = ['fullName', 'progressPercentage', 'timeSpent', 'lastAt', 'enrolledAt'] as const
type SortedBy = (typeof columns)[number]

/** What the list of students is narrowed to and sorted by; it stands in the address. */
export type StudentFilters = { search?: string; atRisk?: true; sort?: SortedBy | `-${SortedBy}` }

type Loose = { [K in keyof StudentFilters]?: StudentFilters[K] | undefined }

/** Makes sense of an address; what is not understood is undefined. */
export const readStudentFilters = (raw: Record<string, unknown>): Loose => ({
  search: typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : undefined,
  atRisk: raw.atRisk === true ? true : undefined,
  sort: columns.flatMap((c) => [c, `-${c}` as const]).find((sort) => sort === raw.sort),
})

/** The order as the table shows it: who was there last comes first by itself. */
export const sortOf = ({ sort = '-lastAt' }: StudentFilters): Sort => ({
  by: sort.replace('-', ''),
  descending: sort.startsWith('-'),
})

export const sortedBy = ({ by, descending }: Sort): StudentFilters['sort'] => {
  const column = columns.find((c) => c === by)
  return column && (descending ? `-${column}` : column)
}
