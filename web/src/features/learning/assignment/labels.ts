import type { AssignmentOverview, SubmissionDetail } from './api'

export const statuses: Record<SubmissionDetail['status'] | AssignmentOverview['submission']['status'], string> = {
  not_submitted: 'Not handed in',
  submitted: 'Handed in',
  pending_review: 'Waits for review',
  graded: 'Graded, not returned',
  returned: 'Returned',
}
