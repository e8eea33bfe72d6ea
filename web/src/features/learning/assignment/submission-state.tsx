import { t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'

import type { SubmissionRow } from './api'
import { statuses } from './labels'

const colors: Record<SubmissionRow['status'], string> = {
  submitted: 'apricot',
  pending_review: 'apricot',
  graded: 'blue',
  returned: 'evergreen',
}

/** How far the grading of a submission is. */
export const SubmissionState = ({ status }: Pick<SubmissionRow, 'status'>) => (
  <Badge variant="light" color={colors[status]} tt="none">
    {t(statuses[status])}
  </Badge>
)
