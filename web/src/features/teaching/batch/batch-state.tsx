import { t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'

import type { Batch } from './api'
import { statusLabels } from './labels'

const colors: Record<Batch['status'], string> = {
  Upcoming: 'apricot',
  Active: 'evergreen',
  Completed: 'gray',
  Cancelled: 'red',
}

/** Whether a batch is ahead, running, over or cancelled. */
export function BatchState({ status }: Pick<Batch, 'status'>) {
  return (
    <Badge variant="light" color={colors[status]} tt="none">
      {t(statusLabels[status])}
    </Badge>
  )
}
