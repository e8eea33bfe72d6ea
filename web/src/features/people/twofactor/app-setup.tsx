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
        <Trans>1. Scan this QR code with an authenticator app, such as Aegis, Google Authenticator or 1Password.</Trans>
      </Text>
      <Group align="start" gap="lg">
        <img
          className={classes.qr}
          src={setup.qr}
          width={200}
          height={200}
          alt={t`QR code for your authenticator app`}
        />
        <div className={classes.text}>
          <Text size="sm" c="dimmed">
            <Trans>Can't scan it? Enter this key in the app:</Trans>
          </Text>
          <pre className={classes.secret}>{setup.secret.match(/.{1,4}/g)?.join(' ')}</pre>
          <Text size="sm" mt="xs">
            <Anchor href={setup.uri}>
              <Trans>Open authenticator app on this device</Trans>
            </Anchor>
          </Text>
        </div>
      </Group>
      <Text size="sm">
        <Trans>2. Enter the code the app shows.</Trans>
      </Text>
      <CodeForm
        label={t`Code`}
        description={t`It has 6 digits and changes every 30 seconds.`}
        numeric
        act={t`Turn on`}
        send={send}
        onCode={onCode}
      />
    </Stack>
  )
}
