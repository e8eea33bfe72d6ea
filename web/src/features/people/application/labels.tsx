import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'

import type { Status } from './api'

export const statuses: Record<Status, { label: MessageDescriptor; color: string }> = {
  pending: { label: msg`Pending`, color: 'apricot' },
  approved: { label: msg`Approved`, color: 'evergreen' },
  rejected: { label: msg`Rejected`, color: 'gray' },
}

export function StatusBadge({ status }: { status: Status }) {
  return <Badge color={statuses[status].color}>{t(statuses[status].label)}</Badge>
}
