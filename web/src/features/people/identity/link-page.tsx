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
      <Outcome bad text="There is nothing that waits to be connected.">
        <TextLink to="/settings/security" underline="always">
          See your connected accounts
        </TextLink>
      </Outcome>
    )
  }
  const connect = () =>
    claim.mutate(link.token, {
      onSuccess: () => {
        pendingLink.clear()
        onDone(link.label)
      },
    })
  return (
    <Stack>
      <FormSummary error={claim.error} fields={[]} />
      <Text>
        From now on you can sign in to {link.email} with {link.label}, as well as with your password.
      </Text>
      <Button size="md" loading={claim.isPending} onClick={connect}>
        Connect {link.label}
      </Button>
      <ButtonLink to="/app" variant="default" size="md" onClick={pendingLink.clear}>
        Not now
      </ButtonLink>
    </Stack>
  )
}
