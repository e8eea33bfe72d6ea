import { t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'

import type { DemoBooking } from './api'
import { statusColors, statusLabels } from './labels'

/** What has become of a demo class. */
export function StatusBadge({ status }: Pick<DemoBooking, 'status'>) {
  return (
    <Badge variant="light" color={statusColors[status]} tt="none">
      {t(statusLabels[status])}
    </Badge>
  )
}
