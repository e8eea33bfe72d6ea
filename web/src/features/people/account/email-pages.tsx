import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'

import { ButtonLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { useConfirmEmail, useUndoEmail } from './api'
import { EmailLinkButton } from './email-link'
import { SignInLayout } from './sign-in-layout'

/** Opened by the link in the email to the new address. */
export function ConfirmEmailPage({ token }: { token: string }) {
  return (
    <SignInLayout
      title={t`Confirm your new email address`}
      lead={t`From then on you sign in with it, and emails go there.`}
    >
      <EmailLinkButton
        token={token}
        step={useConfirmEmail()}
        label={t`Use this address`}
        instead={
          <ButtonLink to="/settings/profile">
            <Trans>Ask for another link</Trans>
          </ButtonLink>
        }
      >
        <Outcome text={t`This is your email address now.`}>
          <ButtonLink to="/settings/profile">
            <Trans>Go to your profile</Trans>
          </ButtonLink>
        </Outcome>
      </EmailLinkButton>
    </SignInLayout>
  )
}

/** Opened by the links in the emails to the old address. */
export function UndoEmailPage({ token }: { token: string }) {
  const undo = useUndoEmail()
  return (
    <SignInLayout
      title={t`Take your account back`}
      lead={t`It is reached at this address again, and all devices are signed out. A change that has not taken effect yet is prevented.`}
    >
      <EmailLinkButton
        token={token}
        step={undo}
        label={t`This was not me`}
        instead={
          <Text size="sm">
            <Trans>
              The change can be taken back for seven days. After that please contact the people who run this site.
            </Trans>
          </Text>
        }
      >
        <Outcome
          text={
            undo.data?.prevented
              ? t`Your account stays at this address. Nothing else has changed.`
              : t`Your account is back at this address. An email tells you how to choose a new password.`
          }
        />
      </EmailLinkButton>
    </SignInLayout>
  )
}
