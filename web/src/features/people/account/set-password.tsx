import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Paper, Stack, Text, Title } from '@mantine/core'

import { FormSummary } from '@/shared/form-summary'
import { Outcome } from '@/shared/outcome'

import { useAccount, useForgotPassword } from './api'

/** For users who came from a provider: they choose a password by a link in an email. */
export function SetPassword() {
  const account = useAccount()
  const send = useForgotPassword()
  const email = account?.user.email
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'xl' }} aria-labelledby="set-password">
      <Title order={2} size="h4" id="set-password" mb="md">
        <Trans>Set a password</Trans>
      </Title>
      {send.isSuccess ? (
        <Outcome text={t`An email is on its way to ${email ?? ''}. Its link works once, within 30 minutes.`} />
      ) : (
        <Stack align="flex-start">
          <FormSummary error={send.error} fields={[]} />
          <Text>
            <Trans>You sign in without a password. With one, there is a second way in. We send a link to </Trans>
            {email ?? t`your address`}
            <Trans>, with which you choose it; you are then signed out everywhere and sign in again.</Trans>
          </Text>
          <Button size="md" disabled={!email} loading={send.isPending} onClick={() => email && send.mutate({ email })}>
            <Trans>Send me the link</Trans>
          </Button>
        </Stack>
      )}
    </Paper>
  )
}
