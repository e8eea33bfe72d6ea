import { Badge, Group } from '@mantine/core'

import type { UserRow } from './api'

export const statusNames: Record<UserRow['status'], string> = { active: 'Active', disabled: 'Switched off' }

type Props = { user: Pick<UserRow, 'status' | 'locked' | 'email_verified_at'> }

/** Whether an account is usable, and if not, why. */
export function StateBadges({ user: { status, locked, email_verified_at } }: Props) {
  return (
    <Group gap={4}>
      <Badge miw="max-content" color={status === 'active' ? 'evergreen' : 'gray'}>
        {statusNames[status]}
      </Badge>
      {locked && (
        <Badge miw="max-content" color="red">
          Locked
        </Badge>
      )}
      {!email_verified_at && (
        <Badge miw="max-content" color="apricot" title="Nobody has confirmed the e-mail address">
          Unconfirmed
        </Badge>
      )}
    </Group>
  )
}
