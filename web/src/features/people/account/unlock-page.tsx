import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import { ButtonLink, TextLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { useUnlock } from './api'
import { EmailLinkButton } from './email-link'
import { SignInLayout } from './sign-in-layout'

export function UnlockPage({ token }: { token: string }) {
  return (
    <SignInLayout
      title={t`Unlock your account`}
      lead={t`It was locked after too many wrong passwords. You can unlock it now.`}
    >
      <EmailLinkButton token={token} step={useUnlock()} label={t`Unlock account`} instead={<Wait />}>
        <Outcome text={t`Account unlocked. You can sign in now.`}>
          <ButtonLink to="/sign-in">
            <Trans>Sign in</Trans>
          </ButtonLink>
        </Outcome>
      </EmailLinkButton>
    </SignInLayout>
  )
}

function Wait() {
  return (
    <>
      <Text size="sm">
        <Trans>
          The lock ends within 30 minutes. If you don't remember your password,{' '}
          <TextLink to="/forgot-password" underline="always">
            reset it
          </TextLink>
          . That also unlocks your account.
        </Trans>
      </Text>
      <ButtonLink to="/sign-in">
        <Trans>Sign in</Trans>
      </ButtonLink>
    </>
  )
}
