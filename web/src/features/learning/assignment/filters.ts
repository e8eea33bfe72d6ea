export type SubmissionStatus = 'to_grade' | 'graded' | 'returned'

/** What the list of graders is narrowed to; it stands in the address. */
export type SubmissionFilters = {
  status?: SubmissionStatus | 'missing'
  submission?: string
  lesson?: string
}
