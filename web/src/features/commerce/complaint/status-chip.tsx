import { t } from '@lingui/core/macro'
import { Badge } from '@mantine/core'

import type { Schema } from '@/api/client'

import { ownStatusLabels, statusColors, statusLabels } from './labels'

type Status = Schema<'Complaint'>['status']

/** The status of a complaint as a chip, for administrators. */
export const StatusChip = ({ status }: { status: Status }) => (
  <Badge variant="light" color={statusColors[status]} tt="none">
    {t(statusLabels[status])}
  </Badge>
)

/** The same, for who complained. */
export const OwnStatusChip = ({ status }: { status: Status }) => (
  <Badge variant="light" color={status === 'waiting' ? 'apricot' : statusColors[status]} tt="none">
    {t(ownStatusLabels[status])}
  </Badge>
)
