import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'

import type { PendingLink } from './authorization-request'

/** Why a user who came from a provider has to sign in once more. */
export function LinkNotice({ link: { email, label } }: { link: PendingLink }) {
  return (
    <Alert icon={<IconLink />} color="evergreen" mb="md" title={t`You already have an account: ${email}`}>
      <Text size="sm">
        <Trans>
          Sign in to prove that it's yours and connect it to {label}. After that, you can sign in either way.
        </Trans>
      </Text>
    </Alert>
  )
}
