import { Badge } from '@mantine/core'

import type { Status } from './api'

export const statuses: Record<Status, { label: string; color: string }> = {
  pending: { label: 'Waiting', color: 'apricot' },
  approved: { label: 'Approved', color: 'evergreen' },
  rejected: { label: 'Declined', color: 'gray' },
}

export function StatusBadge({ status }: { status: Status }) {
  return <Badge color={statuses[status].color}>{statuses[status].label}</Badge>
}
