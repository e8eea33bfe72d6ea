import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Group } from '@mantine/core'

import { toDay } from '@/shared/format'

import type { UserRow } from './api'

/** Said when a save has met a newer version. */
export const accountChanged = msg`Another administrator changed this account`

export const statusNames: Record<UserRow['status'], MessageDescriptor> = {
  active: msg`Active`,
  disabled: msg`Deactivated`,
}

type Props = { user: Pick<UserRow, 'status' | 'locked' | 'email_verified_at' | 'deletion_at'> }

/** Whether an account is usable, and if not, why. */
export function StateBadges({ user: { status, locked, email_verified_at, deletion_at } }: Props) {
  const day = deletion_at && toDay(deletion_at)
  return (
    <Group gap={4}>
      <Badge miw="max-content" color={status === 'active' ? 'evergreen' : 'gray'}>
        {t(statusNames[status])}
      </Badge>
      {day && (
        <Badge miw="max-content" color="red" variant="light" title={t`This account is scheduled for deletion`}>
          <Trans>Deletion on {day}</Trans>
        </Badge>
      )}
      {locked && (
        <Badge miw="max-content" color="red">
          <Trans>Locked</Trans>
        </Badge>
      )}
      {!email_verified_at && (
        <Badge miw="max-content" color="apricot" title={t`The email address is not confirmed`}>
          <Trans>Unconfirmed</Trans>
        </Badge>
      )}
    </Group>
  )
}
