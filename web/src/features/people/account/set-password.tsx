import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Paper, Stack, Text, Title } from '@mantine/core'

import { FormSummary } from '@/shared/form-summary'
import { Outcome } from '@/shared/outcome'

import { useAccount, useForgotPassword } from './api'

const sentTo = (email: string) => t`We sent a link to ${email}. It works once, within 30 minutes.`

/** For users who came from a provider: they choose a password by a link in an email. */
export function SetPassword() {
  const account = useAccount()
  const send = useForgotPassword()
  const email = account?.user.email
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby="set-password">
      <Title order={2} size="h4" id="set-password" mb="md">
        <Trans>Set password</Trans>
      </Title>
      {send.isSuccess ? (
        <Outcome text={sentTo(send.variables.email)} />
      ) : (
        <Stack align="flex-start">
          <FormSummary error={send.error} fields={[]} />
          <Text>
            {email ? (
              <Trans>
                Set a password to have another way to sign in. We'll send a link to {email}. Choosing a password signs
                you out on all devices.
              </Trans>
            ) : (
              <Trans>
                Set a password to have another way to sign in. We'll send you a link. Choosing a password signs you out
                on all devices.
              </Trans>
            )}
          </Text>
          <Button size="md" disabled={!email} loading={send.isPending} onClick={() => email && send.mutate({ email })}>
            <Trans>Send link</Trans>
          </Button>
        </Stack>
      )}
    </Paper>
  )
}
