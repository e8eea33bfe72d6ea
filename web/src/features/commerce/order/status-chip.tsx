import { t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'

import type { Order } from './api'
import { statusLabels } from './labels'

const colors: Record<Order['status'], string> = {
  draft: 'gray',
  pending: 'apricot',
  paid: 'evergreen',
  partially_refunded: 'evergreen',
  refunded: 'gray',
  failed: 'red',
  cancelled: 'gray',
  expired: 'gray',
}

/** The status of an order as a chip. */
export function OrderStatusChip({ status }: { status: Order['status'] }) {
  return (
    <Badge variant="light" color={colors[status]} tt="none">
      {t(statusLabels[status])}
    </Badge>
  )
}
