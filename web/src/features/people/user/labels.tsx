import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group } from '@mantine/core'

import { toDay } from '@/shared/format'

import type { UserRow } from './api'

/** Said when a save has met a newer version. */
export const accountChanged = 'Another administrator has changed this account'

export const statusNames: Record<UserRow['status'], string> = { active: 'Active', disabled: 'Switched off' }

type Props = { user: Pick<UserRow, 'status' | 'locked' | 'email_verified_at' | 'deletion_at'> }

/** Whether an account is usable, and if not, why. */
export function StateBadges({ user: { status, locked, email_verified_at, deletion_at } }: Props) {
  return (
    <Group gap={4}>
      <Badge miw="max-content" color={status === 'active' ? 'evergreen' : 'gray'}>
        {statusNames[status]}
      </Badge>
      {deletion_at && (
        <Badge miw="max-content" color="red" variant="light" title={t`Their owner wishes it, or an administrator`}>
          <Trans>Leaves on {toDay(deletion_at)}</Trans>
        </Badge>
      )}
      {locked && (
        <Badge miw="max-content" color="red">
          <Trans>Locked</Trans>
        </Badge>
      )}
      {!email_verified_at && (
        <Badge miw="max-content" color="apricot" title={t`Nobody has confirmed the email address`}>
          <Trans>Unconfirmed</Trans>
        </Badge>
      )}
    </Group>
  )
}
