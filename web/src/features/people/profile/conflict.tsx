import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import { ChangedElsewhere } from '@/shared/changed-elsewhere'

/** Shown if the profile was changed elsewhere while it was being edited here. */
export function Conflict(choice: { onKeep: () => void; onTake: () => void }) {
  return (
    <ChangedElsewhere title={t`Your profile was changed elsewhere`} {...choice}>
      <Text size="sm">
        <Trans>What you typed is still here. You can save it over what is there now, or take that instead.</Trans>
      </Text>
    </ChangedElsewhere>
  )
}
