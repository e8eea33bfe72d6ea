import { ButtonLink } from '@/shared/link'
import { Outcome } from '@/shared/outcome'
import { AddressForm } from './address-form'
import { useResendVerification, useVerifyEmail } from './api'
import { EmailLinkButton } from './email-link'
import { SignInLayout } from './sign-in-layout'

export function VerifyEmailPage({ token }: { token: string }) {
  return (
    <SignInLayout title="Confirm your email address" lead="So that emails about your account reach you.">
      <EmailLinkButton
        token={token}
        step={useVerifyEmail()}
        label="Confirm my address"
        instead={<AddressForm label="Send me another link" send={useResendVerification()} />}
      >
        <Outcome text="Your email address is confirmed.">
          <ButtonLink to="/app">Go to my learning</ButtonLink>
        </Outcome>
      </EmailLinkButton>
    </SignInLayout>
  )
}
