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
      lead={t`You'll sign in with it, and we'll send your emails there.`}
    >
      <EmailLinkButton
        token={token}
        step={useConfirmEmail()}
        label={t`Confirm email address`}
        instead={
          <ButtonLink to="/settings/profile">
            <Trans>Request new link</Trans>
          </ButtonLink>
        }
      >
        <Outcome text={t`Email address changed.`}>
          <ButtonLink to="/settings/profile">
            <Trans>Go to profile</Trans>
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
      title={t`Undo email change`}
      lead={t`Your account goes back to this email address and is signed out on all devices. A change that hasn't taken effect is cancelled.`}
    >
      <EmailLinkButton
        token={token}
        step={undo}
        label={t`Undo change`}
        instead={
          <Text size="sm">
            <Trans>You can undo a change for 7 days. After that, contact an administrator of this site.</Trans>
          </Text>
        }
      >
        <Outcome
          text={
            undo.data?.prevented
              ? t`The change is cancelled. Your account keeps this email address.`
              : t`Your account uses this email address again. We sent you an email about choosing a new password.`
          }
        />
      </EmailLinkButton>
    </SignInLayout>
  )
}
