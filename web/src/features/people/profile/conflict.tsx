import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import { ChangedElsewhere } from '@/shared/changed-elsewhere'

/** Shown if the profile was changed elsewhere while it was being edited here. */
export function Conflict(choice: { onKeep: () => void; onTake: () => void }) {
  return (
    <ChangedElsewhere title={t`Your profile was changed in another window or on another device`} {...choice}>
      <Text size="sm">
        <Trans>Your changes are still here. Keep them, or use the saved version.</Trans>
      </Text>
    </ChangedElsewhere>
  )
}
