import { Text } from '@mantine/core'

import { ButtonLink, TextLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { useUnlock } from './api'
import { EmailLinkButton } from './email-link'
import { SignInLayout } from './sign-in-layout'

export function UnlockPage({ token }: { token: string }) {
  return (
    <SignInLayout
      title="Unlock your account"
      lead="Wrong passwords have closed it for a while. You can open it at once."
    >
      <EmailLinkButton token={token} step={useUnlock()} label="Unlock my account" instead={<Wait />}>
        <Outcome text="Your account is unlocked. Please sign in.">
          <ButtonLink to="/sign-in">Sign in</ButtonLink>
        </Outcome>
      </EmailLinkButton>
    </SignInLayout>
  )
}

function Wait() {
  return (
    <>
      <Text size="sm">
        The lock ends by itself within 30 minutes. If you do not remember your password,{' '}
        <TextLink to="/forgot-password" underline="always">
          choose a new one
        </TextLink>
        : that opens your account too.
      </Text>
      <ButtonLink to="/sign-in">Sign in</ButtonLink>
    </>
  )
}
