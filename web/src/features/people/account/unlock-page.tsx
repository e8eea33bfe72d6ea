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
      lead={t`Wrong passwords have closed it for a while. You can open it at once.`}
    >
      <EmailLinkButton token={token} step={useUnlock()} label={t`Unlock my account`} instead={<Wait />}>
        <Outcome text={t`Your account is unlocked. Please sign in.`}>
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
          The lock ends by itself within 30 minutes. If you do not remember your password,{' '}
          <TextLink to="/forgot-password" underline="always">
            choose a new one
          </TextLink>
          : that opens your account too.
        </Trans>
      </Text>
      <ButtonLink to="/sign-in">
        <Trans>Sign in</Trans>
      </ButtonLink>
    </>
  )
}
