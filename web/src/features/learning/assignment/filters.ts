export type SubmissionStatus = 'to_grade' | 'graded' | 'returned' | 'late'
export type SubmissionOrder = 'oldest' | 'newest' | 'score' | '-score'

/** Which submissions are listed, kept in the URL. */
export type SubmissionFilters = {
  status?: SubmissionStatus | 'missing'
  lesson?: string
  search?: string
  order?: SubmissionOrder
  /** The submission that is being graded. */
  submission?: string
}

/** The filters as the API has them. */
export const listed = ({ status, lesson, search, order }: SubmissionFilters) => ({
  ...(status && status !== 'missing' && { status }),
  ...(lesson && { lesson }),
  ...(search && { search }),
  ...(order && { order }),
})

const ownStates = ['due', 'overdue', 'closed', 'submitted', 'returned', 'excused'] as const

/** Which of the user's own assignments are listed, kept in the URL. */
export type OwnFilters = { state?: (typeof ownStates)[number]; page?: number }

/** Parses a URL's query; what is invalid becomes undefined. */
export const readOwnFilters = (
  raw: Record<string, unknown>,
): { [K in keyof OwnFilters]?: OwnFilters[K] | undefined } => ({
  state: ownStates.find((state) => state === raw.state),
  page: Number.isInteger(raw.page) && Number(raw.page) > 1 ? Number(raw.page) : undefined,
})
