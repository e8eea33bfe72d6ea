import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'

import type { PendingLink } from './authorization-request'

/** Why a user who came from a provider has to sign in once more. */
export function LinkNotice({ link: { email, label } }: { link: PendingLink }) {
  return (
    <Alert icon={<IconLink />} color="evergreen" mb="md" title={t`You have an account already: ${email}`}>
      <Text size="sm">
        <Trans>
          Sign in to it this once, so that nobody but you can connect it with {label}. From then on {label} opens it
          too.
        </Trans>
      </Text>
    </Alert>
  )
}
