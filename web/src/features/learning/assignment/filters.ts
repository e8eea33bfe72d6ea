export type SubmissionStatus = 'to_grade' | 'graded' | 'returned'

/** The filters of the grading list, kept in the URL. */
export type SubmissionFilters = {
  status?: SubmissionStatus | 'missing'
  submission?: string
  lesson?: string
}
