import { t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'

import type { AttendanceStatus } from './api'
import { attendanceColors, attendanceLabels } from './labels'

/** Whether a learner was there. */
export const AttendanceBadge = ({ status }: { status: AttendanceStatus }) => (
  <Badge variant="light" color={attendanceColors[status]} tt="none">
    {t(attendanceLabels[status])}
  </Badge>
)
