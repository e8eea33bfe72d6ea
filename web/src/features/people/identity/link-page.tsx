import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { FormSummary } from '@/shared/form-summary'
import { ButtonLink, TextLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'

import type { Reauthenticated } from '@/shared/reauthentication'
import { useClaim } from './api'
import { pendingLink } from './authorization-request'

type Props = { reauthenticated: Reauthenticated; onDone: (label: string) => void }

/** Both the provider's identity and the account have been proven: one click connects them. */
export function LinkChoice({ reauthenticated, onDone }: Props) {
  const [link] = useState(() => pendingLink.get())
  const claim = useClaim(reauthenticated)
  if (!link) {
    return (
      <Outcome bad text={t`There is no account to connect.`}>
        <TextLink to="/settings/security" underline="always">
          <Trans>Connected accounts</Trans>
        </TextLink>
      </Outcome>
    )
  }
  const { token, email, label } = link
  const connect = () =>
    claim.mutate(token, {
      onSuccess: () => {
        pendingLink.clear()
        onDone(label)
      },
    })
  return (
    <Stack>
      <FormSummary error={claim.error} fields={[]} />
      <Text>
        <Trans>
          You'll be able to sign in to {email} with {label} as well as with your password.
        </Trans>
      </Text>
      <Button size="md" loading={claim.isPending} onClick={connect}>
        <Trans>Connect {label}</Trans>
      </Button>
      <ButtonLink to="/app" variant="default" size="md" onClick={pendingLink.clear}>
        <Trans>Not now</Trans>
      </ButtonLink>
    </Stack>
  )
}
