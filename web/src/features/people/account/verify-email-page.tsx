import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ButtonLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { AddressForm } from './address-form'
import { useResendVerification, useVerifyEmail } from './api'
import { EmailLinkButton } from './email-link'
import { SignInLayout } from './sign-in-layout'

export function VerifyEmailPage({ token }: { token: string }) {
  return (
    <SignInLayout title={t`Confirm your email address`} lead={t`So that emails about your account reach you.`}>
      <EmailLinkButton
        token={token}
        step={useVerifyEmail()}
        label={t`Confirm my address`}
        instead={<AddressForm label={t`Send me another link`} send={useResendVerification()} />}
      >
        <Outcome text={t`Your email address is confirmed.`}>
          <ButtonLink to="/app">
            <Trans>Go to my learning</Trans>
          </ButtonLink>
        </Outcome>
      </EmailLinkButton>
    </SignInLayout>
  )
}
