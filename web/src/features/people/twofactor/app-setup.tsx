import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Anchor, Group, Stack, Text } from '@mantine/core'

import type { Schema } from '@/api/client'

import { CodeForm } from './code-form'
import classes from './twofactor.module.css'

type Props = {
  setup: Schema<'AuthenticatorSetup'>
  send: { isPending: boolean; error: Error | null }
  onCode: (code: string, refused: (error: Error) => void) => void
}

/** Shows the secret for an authenticator app, and asks for a code from it. */
export function AppSetup({ setup, send, onCode }: Props) {
  return (
    <Stack>
      <Text size="sm">
        <Trans>1. Scan the picture with an authenticator app, such as Aegis, Google Authenticator or 1Password.</Trans>
      </Text>
      <Group align="start" gap="lg">
        <img
          className={classes.qr}
          src={setup.qr}
          width={200}
          height={200}
          alt={t`Code to scan with an authenticator app`}
        />
        <div className={classes.secret}>
          <Text size="sm" c="dimmed">
            <Trans>It cannot be scanned? Type this into the app:</Trans>
          </Text>
          <pre className={classes.secret}>{setup.secret.match(/.{1,4}/g)?.join(' ')}</pre>
          <Text size="sm" mt="xs">
            <Anchor href={setup.uri}>
              <Trans>Open it in an app on this device</Trans>
            </Anchor>
          </Text>
        </div>
      </Group>
      <Text size="sm">
        <Trans>2. Enter the code that the app shows.</Trans>
      </Text>
      <CodeForm
        label={t`Code`}
        description={t`Six digits. They change every 30 seconds.`}
        numeric
        act={t`Turn it on`}
        send={send}
        onCode={onCode}
      />
    </Stack>
  )
}
