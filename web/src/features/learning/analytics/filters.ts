import type { Sort } from '@/shared/data-table'
import { type EnrolmentStatus, isEnrolmentStatus } from '@/shared/enrolment-status'

const columns = ['fullName', 'progressPercentage', 'timeSpent', 'lastAt', 'enrolledAt'] as const
type SortedBy = (typeof columns)[number]

export const progresses = ['not_started', 'in_progress', 'completed'] as const

/** The filters and sort order of the list of students, kept in the URL. */
export type StudentFilters = {
  search?: string
  /** Absent: whatever the status of their enrolment. */
  enrollment?: EnrolmentStatus
  progress?: (typeof progresses)[number]
  atRisk?: true
  sort?: SortedBy | `-${SortedBy}`
}

/** Which of the user's courses are listed: others than those in which they learn have no status. */
export type CourseListFilters = {
  search?: string
  show?: string
  sort?: 'recent' | 'title' | 'progress'
  page?: number
}

type Loose = { [K in keyof StudentFilters]?: StudentFilters[K] | undefined }

const newestFirst = '-enrolledAt'

/** Whether any filter is set. */
export const isNarrowed = ({ sort: _, ...filters }: StudentFilters) => Object.keys(filters).length > 0

/** The filters as the server has them. */
export const queryOf = ({ enrollment, sort = newestFirst, ...rest }: StudentFilters) => ({
  ...rest,
  enrollment: enrollment ?? ('any' as const),
  sort,
})

/** Parses a URL's query; what is invalid becomes undefined. */
export const readStudentFilters = (raw: Record<string, unknown>): Loose => ({
  search: typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search) : undefined,
  enrollment: isEnrolmentStatus(raw.enrollment) ? raw.enrollment : undefined,
  progress: progresses.find((progress) => progress === raw.progress),
  atRisk: raw.atRisk === true ? true : undefined,
  sort: columns.flatMap((c) => [c, `-${c}` as const]).find((sort) => sort === raw.sort),
})

/** The sort order for the table; by default who enrolled last is first, so that those who await approval are on top. */
export const sortOf = ({ sort = newestFirst }: StudentFilters): Sort => ({
  by: sort.replace('-', ''),
  descending: sort.startsWith('-'),
})

export const sortedBy = ({ by, descending }: Sort): StudentFilters['sort'] => {
  const column = columns.find((c) => c === by)
  return column && (descending ? `-${column}` : column)
}
