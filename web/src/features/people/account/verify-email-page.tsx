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
    <SignInLayout title={t`Confirm your email address`} lead={t`We use it to contact you about your account.`}>
      <EmailLinkButton
        token={token}
        step={useVerifyEmail()}
        label={t`Confirm email address`}
        instead={<AddressForm label={t`Send new link`} send={useResendVerification()} />}
      >
        <Outcome text={t`Email address confirmed.`}>
          <ButtonLink to="/app">
            <Trans>Go to My learning</Trans>
          </ButtonLink>
        </Outcome>
      </EmailLinkButton>
    </SignInLayout>
  )
}
