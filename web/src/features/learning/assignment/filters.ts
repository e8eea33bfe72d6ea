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
